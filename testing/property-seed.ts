import { configureGlobal } from 'fast-check';

// Whether a change may go in must not depend on which examples happen to be drawn that day: the gate draws the same ones
// each time. Looking for new ones is work of its own, with a seed of one's choice.
configureGlobal({ seed: Number(process.env['BACKLOT_TEST_SEED'] ?? 20_261_201) });
