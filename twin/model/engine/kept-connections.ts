/** The most idle connections that are remembered: those below in the pile have been idle longest and are closed anyway. */
const most = 10_000;

/**
 * Idle connections of one caller to one called component, the last used on top, as most clients keep them. A request on
 * one that the other side has just closed, before the news of that has come, is lost: the race behind sporadic 502 answers
 * of balancers whose idle timeout is above the backend's.
 */
export class KeptConnections {
  readonly #lastUsedMs: number[] = [];
  readonly #idleMs: number;
  readonly #serverIdleMs: number;
  readonly #noticeMs: number;

  /**
   * @param idleMs - After which the caller closes an idle connection itself.
   * @param serverIdleMs - After which the called one does.
   * @param noticeMs - Until the caller learns of that.
   */
  constructor(idleMs: number, serverIdleMs: number, noticeMs: number) {
    this.#idleMs = idleMs;
    this.#serverIdleMs = serverIdleMs;
    this.#noticeMs = noticeMs;
  }

  /**
   * Takes a connection for a request, a new one where none is left.
   *
   * @returns Whether it was reset.
   */
  take(nowMs: number): boolean {
    const lastUsedMs = this.#lastUsedMs.pop();
    if (lastUsedMs === undefined) return false;
    const idleForMs = nowMs - lastUsedMs;
    const isClosed = idleForMs >= Math.min(this.#idleMs, this.#serverIdleMs + this.#noticeMs);
    if (isClosed) {
      // All below it have been idle for longer.
      this.#lastUsedMs.length = 0;
      return false;
    }
    return idleForMs >= this.#serverIdleMs;
  }

  /** Keeps a connection after its request. */
  keep(nowMs: number): void {
    if (this.#lastUsedMs.length < most) this.#lastUsedMs.push(nowMs);
  }
}
