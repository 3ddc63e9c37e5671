/** What every action type must do. An action type is done when it passes this. */
import { describe, expect, test } from 'vitest';
import { checkAction } from '../../../lib/core/action/check.ts';
import { compareFields } from '../../../lib/core/action/compare.ts';
import type { ActionType } from '../../../lib/core/action/type.ts';
import { actionTypes } from '../../../lib/core/action/types.ts';
import { canonical } from '../../../lib/core/json/canonical.ts';
import type { JsonObject } from '../../../lib/core/json/value.ts';
import type { Action } from '../../../lib/core/proposal/proposal.ts';
import { readPage } from '../proposal/page.ts';

export interface ActionSuite {
  readonly type: ActionType;
  /** An action that uses everything the type has. */
  readonly full: Action;
  /** The smallest action that the type takes. */
  readonly least: Action;
  /** Puts a text that a stranger chose wherever the type takes free text. */
  readonly withText: (text: string) => Action;
  /** Default true. False for what GitHub does at most once by nature, and which holds no marker. */
  readonly marked?: boolean;
}

const marker = '<!-- countersign:effect:v1 abcdef -->';

/** Put together here, so that no scanner takes this file for a leak. */
const secrets = [`ghs_${'aB3'.repeat(14)}`, `AKIA${'A2'.repeat(8)}`, '-----BEGIN RSA PRIVATE KEY-----'];

const codeOf = (action: Action): string => {
  const checked = checkAction(action);
  return checked.ok ? 'accepted' : checked.fault.code;
};

export function testActionType({ type, full, least, withText, marked = true }: ActionSuite): void {
  const withInput = (input: JsonObject): Action => ({ ...full, input });

  describe(`action type ${type.type}`, () => {
    test('is registered under its own name, with a short title of our own words', () => {
      expect(actionTypes.get(type.type)).toBe(type);
      expect(type.title).toMatch(/^[a-z][a-z ]{3,40}$/);
    });

    test('takes its full and its least action', () => {
      expect(checkAction(full)).toEqual({ ok: true, value: type });
      expect(checkAction(least)).toEqual({ ok: true, value: type });
    });

    test.each(Object.keys(full.input))('CA-18: refuses an input without %s', (name) => {
      const { [name]: _, ...lacking } = full.input;
      expect(codeOf(withInput(lacking))).toBe('action_refused');
    });

    test.each(Object.keys(full.input))('refuses another kind of value as %s', (name) => {
      expect(codeOf(withInput({ ...full.input, [name]: { more: true } }))).toBe('action_refused');
    });

    test('CA-18: refuses one member more', () => {
      expect(codeOf(withInput({ ...full.input, more: 'x' }))).toBe('action_refused');
    });

    test('refuses a precondition that it does not know', () => {
      expect(codeOf({ ...full, precondition: { more: 'x' } })).toBe('action_refused');
    });

    test('takes ordinary text', () => {
      expect(codeOf(withText('größe of the – thing'))).toBe('accepted');
    });

    test.each(secrets)('SE-07: refuses a credential (%#)', (secret) => {
      expect(codeOf(withText(`a ${secret} b`))).toBe('action_refused');
    });

    test.each(['a\u202eb', 'a\u200bb', 'a\u00adb', 'a\u0000b', 'a\rb', 'a\ue000b', 'a\ufeffb'])(
      'EV-10, EV-11, EV-15: refuses what a reader can’t see (%#)',
      (text) => {
        expect(codeOf(withText(text))).toBe('action_refused');
      },
    );

    test.each([marker, '<!-- COUNTERSIGN:record:v1 AA -->'])(
      'EV-17: refuses our own markers (%#)',
      (text) => {
        expect(codeOf(withText(text))).toBe('action_refused');
      },
    );

    test('says in one line what it does and where', () => {
      for (const action of [full, least]) {
        const sentence = type.sentence(action);
        expect(sentence).toContain(`\`${action.target.repository.name}\``);
        expect(sentence).not.toMatch(/[\n.]$|\n/);
        expect(sentence).toMatch(/^[a-z]/);
      }
    });

    test('EV-01, EV-05, EV-06: shows strangers’ text in its sentence in code spans only', () => {
      const hostile = '@all `x` ``y`` [a](https://x.test) ![](https://x.test) <b> https://x.test #1 **z** \\';
      const page = readPage(`**Proposed:** ${type.sentence(withText(hostile))}.`);
      expect(page).toMatchObject({
        links: [],
        images: 0,
        html: [],
        mentions: [],
        references: [],
        others: [],
      });
    });

    test('labels its previews in words of its own', () => {
      for (const { label } of type.preview(withText('<b>@all')))
        expect(label).toMatch(/^[A-Z][A-Za-z ’-]{3,60}$/);
    });

    test('expects the same fields for the same action, and says where the marker stands', () => {
      const fields = type.expected(full, marker);
      expect(compareFields(fields, type.expected(full, marker)).differing).toEqual([]);
      expect(canonical(fields).includes(marker)).toBe(marked);
      expect(compareFields(fields, type.expected(full, 'another')).differing).toHaveLength(marked ? 1 : 0);
    });

    test('throws on an action that was not checked', () => {
      const unchecked = withInput({});
      expect(() => type.sentence(unchecked)).toThrow(TypeError);
      expect(() => type.preview(unchecked)).toThrow(TypeError);
      expect(() => type.expected(unchecked, marker)).toThrow(TypeError);
    });
  });
}
