import type { Text, VerbContext } from '../../src/app/index.ts';
import { asRegisteredError } from '../../src/kernel/index.ts';
import type { ShopCapture } from './capture-shop.ts';
import type { ShopPrediction } from './predict-shop.ts';

/** A capture that takes place while the shop is shown, and what is predicted from it. */
export class CaptureInPassing {
  /** Undefined until it is done, and where it failed or was ended before. */
  captured: ShopCapture | undefined;
  predicted: readonly ShopPrediction[] = [];
  failure: string | undefined;

  /**
   * Waits for some traffic, captures the shop and predicts two changes to it; what fails is told and ends nothing.
   *
   * @param afterMs - How long to wait.
   * @param context - Time, log, and the signal that ends the wait.
   * @param capture - Captures it.
   * @param predict - Predicts changes to what was captured.
   */
  async run(
    afterMs: number,
    context: VerbContext,
    capture: () => Promise<ShopCapture>,
    predict: (captured: ShopCapture) => Promise<readonly ShopPrediction[]>,
  ): Promise<void> {
    const { clock, log, signal } = context;
    const isEnded = (): boolean => signal.aborted;
    await clock.sleep(afterMs, signal);
    if (isEnded()) return;
    try {
      this.captured = await capture();
      this.predicted = await predict(this.captured);
    } catch (thrown) {
      if (isEnded()) return;
      const { code, message } = asRegisteredError(thrown);
      this.failure = `${code}: ${message}`;
      log.warn(`the estate could not be ${this.captured === undefined ? 'captured' : 'predicted'}`, {
        code,
        reason: message,
      });
    }
  }

  /**
   * What there is to say of it now; undefined while it waits.
   *
   * @param shop - The name of the estate.
   */
  note(shop: string): Text | undefined {
    if (this.failure !== undefined) {
      return { text: `Not ${this.captured === undefined ? 'captured' : 'predicted'}: ${this.failure}`, tone: 'bad' };
    }
    if (this.captured === undefined) return undefined;
    const { sha256, graph } = this.captured;
    const known = `${graph.nodes.length} components, ${graph.edges.length} connections, snapshot ${sha256.slice(0, 16)}`;
    if (this.predicted.length > 0) {
      const said = this.predicted.map(({ title, result }) => `${title}: ${result.verdict}`).join('; ');
      return { text: `Predicted: ${said}. Ctrl-C takes it down and shows the pictures.`, tone: 'good' };
    }
    return {
      text: `Captured: ${known}. Two changes are being predicted. In another terminal: backlot estate map --estate ${shop}. Ctrl-C takes it down.`,
      tone: 'good',
    };
  }
}
