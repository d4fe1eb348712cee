/** YAML as values that know where they stand; nothing here may read a file or know what it is for. */
export { locate, plainValue } from './locate.ts';
export type { YamlStep } from './locate.ts';
export { parseYaml } from './parse-yaml.ts';
export type { YamlReading } from './parse-yaml.ts';
export { formatPlace } from './yaml-node.ts';
export type { YamlEntry, YamlList, YamlMap, YamlNode, YamlPlace, YamlProblem, YamlScalar } from './yaml-node.ts';
