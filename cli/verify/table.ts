import { visible } from '../../lib/core/evidence/visible.ts';
import { basisOf } from '../../lib/core/verify/basis.ts';
import type { Finding } from '../../lib/core/verify/finding.ts';
import type { Verification } from '../../lib/core/verify/verify.ts';

/** The words that stand for an answer, all of one width. */
const marks = { pass: 'pass', fail: 'FAIL', cannot_say: '?   ' } as const;

/** A verification for people: a line and its basis for each check, one sentence of verdict, and what to do next. */
export function renderVerification(what: string, verification: Verification): string {
  const { run, hash, state, findings } = verification;
  const about = [
    ...(run === null ? [] : [`run ${run}`]),
    ...(state === null ? [] : [state.replaceAll('_', ' ')]),
    ...(hash === null ? [] : [`proposal ${hash}`]),
  ];
  return [
    `Verifying ${visible(what)}`,
    ...(about.length === 0 ? [] : [about.join(', ')]),
    '',
    ...findings.flatMap((finding) => renderFinding(finding, verification)),
    '',
    verdict(verification),
    `Next: ${nextStep(verification)}`,
    '',
  ].join('\n');
}

function renderFinding(finding: Finding, verification: Verification): readonly string[] {
  const { check, answer, seq, said } = finding;
  const { recomputed, attested } = basisOf(check, verification);
  const where = seq === null ? '' : `entry ${seq}: `;
  const name = check.replaceAll('_', ' ').padEnd(17);
  const basis = [
    ...(recomputed === null ? [] : [`recomputed here: ${recomputed}`]),
    ...(attested === null ? [] : [`attested: ${attested}`]),
  ];
  return [
    `  ${marks[answer]}  ${name} ${where}${visible(said)}`,
    // What a check that says nothing rests on would be read as if it said something.
    ...(answer === 'cannot_say' ? [] : [`        ${' '.repeat(17)} ${basis.join('; ')}`]),
  ];
}

/** The first that fails, or else the first essential one that cannot be said. */
function decisive({ findings, answer }: Verification): Finding | null {
  return (
    findings.find((finding) => finding.answer === answer && finding.essential && answer !== 'pass') ?? null
  );
}

function verdict(verification: Verification): string {
  const { answer, entries, state } = verification;
  const finding = decisive(verification);
  const check = finding?.check.replaceAll('_', ' ') ?? '';
  switch (answer) {
    case 'pass':
      return `verify: pass (${entries ?? 0} entries). The record is whole, and it says: ${state?.replaceAll('_', ' ') ?? 'nothing'}.`;
    case 'fail': {
      const where = finding?.seq === null || finding === null ? '' : `, at entry ${finding.seq}`;
      return `verify: fail. The first thing that does not hold: ${check}${where}.`;
    }
    case 'cannot_say':
      return `verify: cannot say. Nothing that can be seen is wrong, and without this nobody can say that it is right: ${check}.`;
  }
}

function nextStep(verification: Verification): string {
  const { answer, source } = verification;
  switch (answer) {
    case 'pass':
      return source === 'export'
        ? 'keep this file; it verifies without GitHub.'
        : 'keep an export too: GitHub deletes check runs after some 400 days.';
    case 'fail':
      return source === 'export'
        ? 'rely on nothing in this file; get another copy, or verify the issue itself.'
        : 'rely on nothing here; verify an export of this run that was kept elsewhere.';
    case 'cannot_say':
      return unknownStep(decisive(verification));
  }
}

function unknownStep(finding: Finding | null): string {
  switch (finding?.code ?? '') {
    case 'key_not_given':
      return 'give the App’s key: --key https://<your App>/.well-known/countersign/jwks.json, or the thumbprint you know.';
    case 'apps_several':
      return 'name your App: --app <id>, as its page on GitHub shows it.';
    case 'head_unavailable':
    case 'entries_missing':
      return 'verify an export of this run; whoever runs the App can make one with countersign export.';
    default:
      return 'look at the run’s issue: what is missing is said there, or still to come.';
  }
}

/** The same for machines: one JSON object. */
export function verificationJson(what: string, verification: Verification): string {
  const findings = verification.findings.map((finding) => ({
    ...finding,
    ...basisOf(finding.check, verification),
  }));
  const { answer, source, run, hash, state, entries } = verification;
  return JSON.stringify({ verify: what, answer, source, run, hash, state, entries, findings });
}
