import { describe, expect, it } from '@jest/globals';
import { readImageReference } from './image-reference.ts';
import { imageVersion } from './image-version.ts';

describe('imageVersion', () => {
  it.each([
    ['postgres', 'any', []],
    ['postgres:latest', 'any', []],
    ['nginx:stable-alpine', 'channel', []],
    ['nginx:alpine', 'channel', []],
    ['redis:7', 'major', [7]],
    ['redis:7-alpine', 'major', [7]],
    ['timescale/timescaledb:2.11.2-pg15', 'full', [2, 11, 2]],
    ['pgvector/pgvector:pg16', 'major', [16]],
    ['nginx:1.25', 'minor', [1, 25]],
    ['postgres:17.7-bookworm', 'minor', [17, 7]],
    ['shop/cart:v1.2.3', 'full', [1, 2, 3]],
    ['minio/minio:RELEASE.2024-05-01T01-11-10Z', 'full', []],
    ['shop/cart:3f2a91c', 'full', []],
    ['shop/cart:facade', 'channel', []],
    [`redis:7@sha256:${'a'.repeat(64)}`, 'pinned', [7]],
  ])('of %s is %s', (reference, names, numbers) => {
    expect(imageVersion(readImageReference(reference))).toEqual({ names, numbers });
  });
});
