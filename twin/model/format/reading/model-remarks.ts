import { formatPlace, locate, withoutSecrets } from '../../../../src/kernel/index.ts';
import type { ModelProblem, YamlNode } from '../../../../src/kernel/index.ts';

/** The way to something in a model, from the top. */
export type ModelPath = readonly (string | number)[];

/** Something that does not keep a model from being run, but that whoever wrote it should know. */
export interface ModelRemark {
  /** A warning is probably not what was meant; a note is. */
  readonly level: 'warning' | 'note';
  readonly place: string;
  /** The key, dotted from the top. */
  readonly key: string;
  readonly about: string;
  readonly advice: string;
}

/** Where the checks of a model say what they find. */
export interface Remarks {
  /** It cannot be run so: what was found, and what would be accepted. */
  refuse(path: ModelPath, found: string, accepted: string): void;
  /** It can be run, but is probably not what was meant. */
  warn(path: ModelPath, about: string, advice: string): void;
  /** What will happen, so that nobody is surprised. */
  note(path: ModelPath, about: string, advice: string): void;
}

/** More than anybody mends at a time. */
const most = 50;

const longestFound = 80;

const longestKey = 200;

const shortened = (text: string, longest: number): string =>
  text.length <= longest ? text : `${text.slice(0, longest - 1)}…`;

/**
 * Shows a value in one line of bounded length, as a message may repeat it.
 *
 * @param value - What was found.
 */
export function showValue(value: unknown): string {
  // A model has no secrets, but another file that was named by mistake may.
  return shortened(withoutSecrets(value === undefined ? 'nothing' : JSON.stringify(value)), longestFound);
}

/** What was found in one model file, mistakes and remarks, each with its place. */
export class ModelRemarks implements Remarks {
  readonly problems: ModelProblem[] = [];
  readonly remarks: ModelRemark[] = [];
  readonly #root: YamlNode | undefined;
  readonly #file: string;
  #problemCount = 0;
  #remarkCount = 0;

  /**
   * @param root - The file as located values; undefined where it is empty.
   * @param file - How it is called.
   */
  constructor(root: YamlNode | undefined, file: string) {
    this.#root = root;
    this.#file = file;
  }

  refuse(path: ModelPath, found: string, accepted: string, at: 'key' | 'value' = 'value'): void {
    this.refuseAt(this.#placeOf(path, at), path, found, accepted);
  }

  /** The same, at a place of which the file knows. */
  refuseAt(place: string, path: ModelPath, found: string, accepted: string): void {
    this.#problemCount += 1;
    if (this.#problemCount <= most) this.problems.push({ place, key: keyOf(path), found, accepted });
    else if (this.#problemCount === most + 1) {
      this.problems.push({
        place: this.#file,
        key: '',
        found: 'more mistakes than are listed',
        accepted: 'a model as docs/model-format.md describes it',
      });
    }
  }

  warn(path: ModelPath, about: string, advice: string): void {
    this.#remark({ level: 'warning', place: this.#placeOf(path), key: keyOf(path), about, advice });
  }

  note(path: ModelPath, about: string, advice: string): void {
    this.#remark({ level: 'note', place: this.#placeOf(path), key: keyOf(path), about, advice });
  }

  #remark(remark: ModelRemark): void {
    this.#remarkCount += 1;
    if (this.#remarkCount <= most) this.remarks.push(remark);
    else if (this.#remarkCount === most + 1) {
      const about = 'there is more to remark than is listed';
      this.remarks.push({ level: 'warning', place: this.#file, key: '', about, advice: 'mend what is listed first' });
    }
  }

  #placeOf(path: ModelPath, at: 'key' | 'value' = 'value'): string {
    return this.#root === undefined ? this.#file : formatPlace(locate(this.#root, path, at));
  }
}

const keyOf = (path: ModelPath): string => shortened(path.join('.'), longestKey);
