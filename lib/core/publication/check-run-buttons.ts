import { buttonsOf, type Button } from '../approval/button.ts';
import type { CheckRunAction } from '../port/app-host.ts';
import type { Run } from '../run/advance.ts';

/** GitHub takes 20 characters of a label, and 40 of what is shown beside it. */
const texts: Readonly<Record<Button, Omit<CheckRunAction, 'identifier'>>> = {
  approve: { label: 'Approve', description: 'Approve exactly what is shown here' },
  reject: { label: 'Reject', description: 'Refuse it: nothing is done' },
};

/** The buttons of a run's check run: there while it waits for a person, and taken away afterwards. */
export function renderButtons(run: Run): readonly CheckRunAction[] {
  return buttonsOf(run).map((button) => ({ ...texts[button], identifier: button }));
}
