import { isAbsolute, join, resolve } from 'node:path';
import type { YamlNode } from '../../../src/kernel/index.ts';
import { textNode } from '../tree/index.ts';
import type { FormContext } from './form-context.ts';

const remote = /^(?:[a-z][a-z0-9+.-]*:\/\/|git@|github\.com\/|service:)/i;
const windows = /^(?:[a-z]:[\\/]|\\\\)/i;

/** A git repository, an OCI artefact, a web address: what docker compose would fetch. */
const fetched = /^(?:(?:https?|git|ssh|oci):\/\/|git@|github\.com\/)/i;

/**
 * Whether a file would have to be fetched.
 *
 * @param reference - Of `include` or `extends`.
 */
export function isRemoteFile(reference: string): boolean {
  return fetched.test(reference);
}

/**
 * A path as an absolute one.
 *
 * @param path - As written; of Windows, it stays as it is.
 * @param context - What it is relative to.
 */
export function absolutePath(path: string, { directory, home }: Pick<FormContext, 'directory' | 'home'>): string {
  if (windows.test(path)) return path;
  if (home !== undefined && /^~(?:\/|$)/.test(path)) return join(home, path.slice(1));
  return path.startsWith('~') || isAbsolute(path) ? path : resolve(directory, path);
}

/**
 * A path of the file as an absolute one; what is no text stays as it is.
 *
 * @param node - As written.
 * @param context - What it is relative to.
 * @param mayBeRemote - Leaves addresses alone.
 */
export function absoluteNode(node: YamlNode, context: FormContext, mayBeRemote = false): YamlNode {
  if (node.kind !== 'scalar' || node.text === '') return node;
  if (mayBeRemote && remote.test(node.text)) return node;
  return textNode(absolutePath(node.text, context), node);
}
