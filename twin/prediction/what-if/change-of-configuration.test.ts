import { describe, expect, it } from '@jest/globals';
import { findingsOfCompose, freezeSnapshot } from '../../../src/estate/index.ts';
import { observationOf } from '../../../testing/compose-texts.ts';
import { changeOfConfiguration } from './index.ts';

const declared = (web: string, more = ''): ReturnType<typeof findingsOfCompose> =>
  findingsOfCompose(
    observationOf({
      'compose.yaml': `name: shop\nservices:\n  database: { image: postgres }\n  web:\n    image: acme/web\n${web}\n${more}`,
    }),
  );

const pool = (size: string, more = ''): string =>
  `    environment: { DB_HOST: database, DB_POOL_SIZE: '${size}', ${more} }`;

const changes = (before: string, after: string, more = ''): ReturnType<typeof changeOfConfiguration> => {
  const { document } = freezeSnapshot([declared(before)]);
  return changeOfConfiguration(document, declared(after, more));
};

describe('changeOfConfiguration', () => {
  it('says another size of a pool as the action that sets it', () => {
    const { written, places } = changes(pool('8'), pool('2', 'DB_POOL_TIMEOUT: 500ms'));
    expect(written).toContainEqual({
      action: 'set-pool',
      component: 'web',
      to: 'database',
      size: 2,
      acquireTimeout: '500ms',
    });
    expect(places[0]).toContain('compose.yaml');
  });

  it('says of settings which of them differ, and not all of them', () => {
    const { texts, written } = changes(pool('8', 'MODE: fast, OLD: 1'), pool('8', 'MODE: slow, NEW: 2'));
    expect(written).toMatchObject([{ action: 'configure', attribute: 'environment' }]);
    expect(texts).toEqual(['configure component=web attribute=environment: MODE, NEW, OLD']);
    expect(changes(pool('8'), pool('2')).texts).toContain(undefined);
  });

  it('says replicas and images as their actions', () => {
    const { written } = changes('    deploy: { replicas: 2 }', '    deploy: { replicas: 3 }');
    expect(written).toEqual([{ action: 'scale', component: 'web', replicas: 3 }]);
  });

  it('takes the same file under the name of another project for the same', () => {
    const { document } = freezeSnapshot([declared(pool('8'))]);
    const other = findingsOfCompose(
      observationOf({
        'compose.yaml': `name: shop-two\nservices:\n  database: { image: postgres }\n  web:\n    image: acme/web\n${pool('8')}\n`,
      }),
    );
    expect(changeOfConfiguration(document, other).written).toEqual([]);
  });

  it('finds nothing where nothing differs, and names what it cannot show', () => {
    const { change, notExercised } = changes(pool('8'), pool('8'), '  mail: { image: mail }');
    expect(change).toEqual([]);
    expect(notExercised).toEqual(['mail is new: nothing was captured of what it does']);
  });
});
