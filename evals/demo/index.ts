/** The demo estate before a person's eyes, and how it is captured; nothing here may decide anything about it. */
export { captureShop } from './capture-shop.ts';
export type { ShopCapture } from './capture-shop.ts';
export { demoVerb } from './demo-verb.ts';
export { receiveTelemetry } from './receive-telemetry.ts';
export { withRemoval } from './with-removal.ts';
