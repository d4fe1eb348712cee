import { readFileSync } from 'node:fs';
import protobuf from 'protobufjs';

function load(file: string): protobuf.Root {
  const text = readFileSync(new URL(`./definitions/${file}`, import.meta.url), 'utf8');
  const { root } = protobuf.parse(text);
  root.resolveAll();
  return root;
}

const definitions = {
  traces: load('traces.proto'),
  metrics: load('metrics.proto'),
  answers: load('answers.proto'),
};

/**
 * A message type of the protocol, reduced to what is read.
 *
 * @param area - Which file of `definitions/`.
 * @param name - Its name there.
 */
export function messageType(area: keyof typeof definitions, name: string): protobuf.Type {
  return definitions[area].lookupType(name);
}

/**
 * A reader for the library's generated decoders, which keeps nothing of what it does not know.
 *
 * @param bytes - What is read.
 */
export function plainReader(bytes: Uint8Array): protobuf.Reader {
  const reader = protobuf.Reader.create(bytes);
  reader.discardUnknown = true;
  return reader;
}
