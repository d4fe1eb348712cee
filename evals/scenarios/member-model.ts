import { enactedModel } from '../../twin/prediction/enactment/index.ts';
import type { EnactedModel } from '../../twin/prediction/enactment/index.ts';
import { modelPlace } from './member-source.ts';
import type { Member } from './read-scenario.ts';

/**
 * The model of a member; what is wrong with it is told by where it stands in the file.
 *
 * @param member - Read and checked.
 */
export const memberModel = (member: Member): EnactedModel =>
  enactedModel({ ...member, placeOfKey: (key, parts) => modelPlace(member.source, key, parts) });
