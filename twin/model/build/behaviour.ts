import type { ModelFile } from '../format/index.ts';
import type { ClientSettings } from './client-settings.ts';
import type { ComponentSettings } from './component-settings.ts';
import type { WrittenStep } from './written-step.ts';

/** What is called, as plans of calls have it. */
export interface Called {
  readonly component: string;
  readonly operation?: string | undefined;
}

/**
 * How the parts of an estate behave, from somebody who knows more than its facts say one by one: a calibration. Whatever it
 * leaves undefined is taken from the facts.
 */
export interface Behaviour {
  /** Operations of a component that no fact is about: those of what sends no spans, by its callers. */
  readonly operations: (component: string) => readonly string[];
  /**
   * What an operation does, calls included.
   *
   * @param call - The step that calls something; undefined where that is not in the model.
   */
  readonly steps: (
    component: string,
    operation: string,
    call: (called: Called) => WrittenStep | undefined,
  ) => readonly WrittenStep[] | undefined;
  /** Put over the settings of a component. */
  readonly settings: (component: string) => Pick<ComponentSettings, 'cpu'> | undefined;
  /** Put over how one component calls another. */
  readonly client: (from: string, to: string) => Pick<ClientSettings, 'latency'> | undefined;
  /** Requests from outside. */
  readonly arrivals: () => ModelFile['arrivals'] | undefined;
}
