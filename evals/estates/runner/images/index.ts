/** Makes the images that an estate needs, from recipes; nothing here may run a container. */
export { buildImages } from './build-images.ts';
export type { BuiltImage } from './build-images.ts';
export { removeImages } from './remove-images.ts';
export type { RemovedImages } from './remove-images.ts';
export { ensureImage } from './ensure-image.ts';
