/** The stories that the demo can tell. The first one is told where none is named. */
export const scenarioNames = ['incident', 'rollback'] as const;

export type ScenarioName = (typeof scenarioNames)[number];

export function isScenario(name: string): name is ScenarioName {
  return scenarioNames.some((one) => one === name);
}
