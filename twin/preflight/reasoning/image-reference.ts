import { imageParts } from '../../../connectors/compose/index.ts';
import type { AttributeValueOf } from '../../../src/estate/index.ts';

type Image = AttributeValueOf<'image'>;

/** What Docker adds to a short name. */
const usualRegistry = /^docker\.io\/(?:library\/)?/;

/**
 * The parts of an image reference, as the facts of images have them: `registry:5000/shop/cart:2@sha256:…`. What is no
 * reference is taken whole for the repository.
 *
 * @param reference - As a person writes it.
 */
export function readImageReference(reference: string): Image {
  const parts = imageParts(reference);
  if (parts === undefined) return { repository: reference };
  const { registry, repository, tag, digest } = parts;
  return {
    repository: `${registry}/${repository}`,
    ...(tag === undefined ? {} : { tag }),
    ...(digest === undefined ? {} : { digest }),
  };
}

/**
 * An image as people write it: `redis:7`, `registry:5000/shop/cart@sha256:…`. Two images are the same where their texts are.
 *
 * @param image - Its parts.
 */
export function imageText({ repository, tag, digest }: Image): string {
  const version = `${tag === undefined ? '' : `:${tag}`}${digest === undefined ? '' : `@${digest}`}`;
  return `${repository.replace(usualRegistry, '')}${version}`;
}
