import { boundExcerpt } from '../evidence/bound.ts';
import { codeSpan } from '../evidence/fence.ts';
import { refusals, type RefusalCode } from '../refusal.ts';
import { refusalTexts } from './refusal-text.ts';
import { link } from './words.ts';

/** What is wrong in detail may quote a stranger's document: shown in a code span, and no longer than this in UTF-8 bytes. */
const maxDetailBytes = 600;

/** The comment on an issue that looks like a proposal and is not taken up: what is wrong, and what to do. */
export function renderIntakeRefusal(refusal: {
  readonly code: RefusalCode;
  /** `#7` for another issue, a line on what exactly is wrong, or empty. */
  readonly detail: string;
  readonly docsUrl: string;
  readonly marker: string;
}): string {
  const { code, detail, docsUrl, marker } = refusal;
  const { short, next } = refusalTexts[code];
  return [
    `**Not taken up: ${short}.** ${refusals[code]} Nothing here can be approved, and nothing will be done.`,
    ...(detail === '' ? [] : [`In detail: ${detailOf(detail)}`]),
    `**Next:** ${next}`,
    `${codeSpan(code)} · ${link('why', `${docsUrl}#${code}`)}`,
    marker,
  ].join('\n\n');
}

function detailOf(detail: string): string {
  return /^#[1-9][0-9]{0,9}$/.test(detail) ? detail : codeSpan(boundExcerpt(detail, maxDetailBytes).excerpt);
}
