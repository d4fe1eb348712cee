/** Makes the images that an estate needs, from recipes; nothing here may run a container. */
export { buildImages } from './build-images.ts';
export type { BuiltImage } from './build-images.ts';
export { ensureImage } from './ensure-image.ts';
