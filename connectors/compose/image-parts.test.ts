import { describe, expect, it } from '@jest/globals';
import { imageParts } from './image-parts.ts';

const digest = `sha256:${'a'.repeat(64)}`;

describe('imageParts', () => {
  it.each([
    ['redis', 'docker.io', 'library/redis', undefined, undefined],
    ['redis:7.2-alpine', 'docker.io', 'library/redis', '7.2-alpine', undefined],
    ['grafana/grafana', 'docker.io', 'grafana/grafana', undefined, undefined],
    [`ghcr.io/acme/shop/cart:1@${digest}`, 'ghcr.io', 'acme/shop/cart', '1', digest],
    ['localhost:5000/app', 'localhost:5000', 'app', undefined, undefined],
    ['localhost/app:x', 'localhost', 'app', 'x', undefined],
    ['docker.io/library/redis', 'docker.io', 'library/redis', undefined, undefined],
    [`redis@${digest}`, 'docker.io', 'library/redis', undefined, digest],
  ])('takes %s apart', (reference, registry, repository, tag, found) => {
    expect(imageParts(reference)).toEqual({ registry, repository, tag, digest: found });
  });

  it.each(['', 'UPPER', 'a b', 'app:', ':1', 'app:${TAG}', 'a//b', 'app@sha256:1', '-app', `${'a-'.repeat(5_000)}!`])(
    'takes %s for no reference',
    (reference) => {
      expect(imageParts(reference)).toBeUndefined();
    },
  );
});
