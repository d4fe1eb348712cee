import { attributeEntry, attributeNames } from '../facts/index.ts';
import type { AttributeName, FactKind, Subject } from '../facts/index.ts';
import { factExampleText, factHeading } from './fact-example-text.ts';
import { factMembers } from './fact-members.ts';
import type { FactMember } from './fact-members.ts';
import { attributesByHand } from './written-attribute.ts';
import type { AttributeByHand } from './written-attribute.ts';

/** An attribute of the closed vocabulary, as it is told to whoever writes a scenario. */
export interface ListedFact {
  readonly name: AttributeName;
  /** What it can be said of. */
  readonly subject: Subject['kind'];
  /** Where it stands below `facts`. */
  readonly heading: string;
  readonly about: string;
  readonly kind: FactKind;
  /** In the order in which they are kept; empty where no person can give it. */
  readonly members: readonly FactMember[];
  /** YAML, as it stands below `facts`; absent where no person can give it. */
  readonly example?: string;
}

const isByHand = (name: AttributeName): name is AttributeByHand =>
  (attributesByHand as readonly AttributeName[]).includes(name);

/** Every attribute, sorted by name. */
export const factList: readonly ListedFact[] = attributeNames.map((name) => {
  const { subject, about, kind } = attributeEntry(name);
  const told = { name, subject, heading: factHeading(name), about, kind };
  return isByHand(name)
    ? { ...told, members: factMembers(name), example: factExampleText(name) }
    : { ...told, members: [] };
});
