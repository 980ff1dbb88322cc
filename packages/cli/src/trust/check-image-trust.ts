import type { Surroundings } from "../surroundings.ts";
import { askingImage } from "./asking-image.ts";
import type { TrustRequest } from "./check-trust.ts";
import { isAccepted } from "./is-accepted.ts";
import { settleTrust } from "./settle-trust.ts";

/** The same as `checkTrust`, before an image is built of the workspace's Dockerfile. */
export async function checkImageTrust(
  request: TrustRequest,
  surroundings: Surroundings,
  signal: AbortSignal,
): Promise<void> {
  const image = await askingImage(request.path);
  if (image === undefined || isAccepted(image, request.path, surroundings)) return;
  await settleTrust([image], request, { surroundings, signal });
}
