/** What ends a transfer, with curl's own status and words. */
export class CurlFailure extends Error {
  override readonly name = "CurlFailure";
  readonly status: number;
  /** What is said in front of it. */
  readonly warning: string | undefined;

  constructor(
    status: number,
    message: string,
    { cause, warning }: { readonly cause?: unknown; readonly warning?: string } = {},
  ) {
    super(message, { cause });
    this.status = status;
    this.warning = warning;
  }
}

const CANNOT_CONNECT = new Set([
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ETIMEDOUT",
  "EACCES",
]);

/** Codes of OpenSSL's verification, as Node names them. */
const CERTIFICATE = /^(CERT_|SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_|ERR_TLS_CERT_|HOSTNAME_MISMATCH)/;

const SAID_OF_CERTIFICATES: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: "certificate has expired",
  DEPTH_ZERO_SELF_SIGNED_CERT: "self-signed certificate",
  SELF_SIGNED_CERT_IN_CHAIN: "self-signed certificate in certificate chain",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "unable to get local issuer certificate",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "unable to verify the first certificate",
};

export interface Reached {
  readonly host: string;
  readonly port: number;
  /** Milliseconds since it began. */
  readonly after: number;
  /** Whether the head of an answer has come. */
  readonly answered: boolean;
  /** Bytes of the body that are still to come, where that is known. */
  readonly missing: number | undefined;
}

/** An error of Node's network in curl's words. */
export function failureOf(error: unknown, reached: Reached): CurlFailure {
  if (error instanceof CurlFailure) return error;
  const hasCode = typeof error === "object" && error !== null && "code" in error;
  const code = hasCode ? String(error.code) : "";
  const [status, message] = told(code, reached);
  return new CurlFailure(status, message, { cause: error });
}

function told(code: string, reached: Reached): readonly [number, string] {
  return ofConnection(code, reached) ?? ofTls(code, reached) ?? ofAnswer(code, reached);
}

type Told = readonly [number, string] | undefined;

function ofConnection(code: string, { after, host, port }: Reached): Told {
  if (!CANNOT_CONNECT.has(code)) return undefined;
  const words = `Failed to connect to ${host} port ${port} after ${Math.round(after)} ms`;
  return [7, `${words}: Couldn't connect to server`];
}

function ofTls(code: string, { host }: Reached): Told {
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") {
    return [60, `SSL: no alternative certificate subject name matches target host name '${host}'`];
  }
  if (CERTIFICATE.test(code)) {
    return [60, `SSL certificate problem: ${SAID_OF_CERTIFICATES[code] ?? code}`];
  }
  const isTls = code === "EPROTO" || code.startsWith("ERR_SSL_");
  return isTls ? [35, `TLS connect error: ${code}`] : undefined;
}

const UNPACKING = /^(Z_|ERR__ERROR_FORMAT|ERR_BUFFER)/;

function ofAnswer(code: string, { answered, missing }: Reached): readonly [number, string] {
  if (code === "HPE_HEADER_OVERFLOW") return [56, "Too large response headers"];
  if (UNPACKING.test(code)) return [61, "Error while processing content unencoding"];
  if (answered) {
    const left = missing === undefined ? "outstanding read data" : `${missing} bytes`;
    const words = missing === undefined ? `${left} remaining` : `${left} remaining to read`;
    return [18, `transfer closed with ${words}`];
  }
  if (code.startsWith("HPE_")) return [1, "Received HTTP/0.9 when not allowed"];
  if (code === "ECONNRESET") return [52, "Empty reply from server"];
  if (code === "ERR_INVALID_CHAR") return [43, "A header holds a character that none may hold"];
  return [56, `Recv failure: ${code === "" ? "unknown" : code}`];
}
