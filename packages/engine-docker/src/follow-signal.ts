/** A signal that aborts as another one does, or by itself before. */
export interface FollowedSignal extends Disposable {
  readonly signal: AbortSignal;
  abort(reason: unknown): void;
}

/**
 * Follows a signal until disposed. The listener holds the controller: what `AbortSignal.any` gives
 * may be collected before it fires, when nobody else holds it.
 */
export function followSignal(leader: AbortSignal): FollowedSignal {
  const controller = new AbortController();
  const follow = () => {
    controller.abort(leader.reason);
  };
  leader.addEventListener("abort", follow);
  if (leader.aborted) follow();
  return {
    signal: controller.signal,
    abort: (reason) => {
      controller.abort(reason);
    },
    [Symbol.dispose]: () => {
      leader.removeEventListener("abort", follow);
    },
  };
}
