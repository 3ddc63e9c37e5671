import { isJsonArray, isJsonObject, type JsonValue } from '../../../lib/core/json/value.ts';
import { at } from '../json.ts';

/** Where an object with a node id is read. */
export type Place =
  | { readonly kind: 'issue'; readonly number: number }
  | { readonly kind: 'comment'; readonly id: number };

export interface Edit {
  readonly at: string;
  /** What it read before, by member: GitHub tells it in the delivery's `changes`. */
  readonly from: Readonly<Record<string, string>>;
}

/** What the emulator does not keep: node ids, edits, and which App made a check run. */
export interface Objects {
  /** Learns the node ids of everything in an answer or a delivery. */
  learn(value: JsonValue): void;
  find(nodeId: string): Place | null;
  noteEdit(nodeId: string, edit: Edit): void;
  lastEdit(nodeId: string): Edit | null;
  wasEdited(commentId: number): boolean;
  noteCheckRun(id: number, appId: number): void;
  appOfCheckRun(id: number): number | null;
}

export function knownObjects(): Objects {
  const places = new Map<string, Place>();
  const edits = new Map<string, Edit>();
  const checkRuns = new Map<number, number>();
  return {
    learn(value) {
      if (isJsonArray(value)) for (const item of value) this.learn(item);
      if (!isJsonObject(value)) return;
      const nodeId = at(value, 'node_id');
      const place = placeOf(value);
      if (typeof nodeId === 'string' && place !== null) places.set(nodeId, place);
      for (const name of ['comment', 'issue']) {
        const inner = at(value, name);
        if (inner !== undefined) this.learn(inner);
      }
    },
    find: (nodeId) => places.get(nodeId) ?? null,
    noteEdit(nodeId, edit) {
      edits.set(nodeId, edit);
    },
    lastEdit: (nodeId) => edits.get(nodeId) ?? null,
    wasEdited: (commentId) =>
      [...edits.keys()].some((nodeId) => {
        const place = places.get(nodeId);
        return place?.kind === 'comment' && place.id === commentId;
      }),
    noteCheckRun(id, appId) {
      checkRuns.set(id, appId);
    },
    appOfCheckRun: (id) => checkRuns.get(id) ?? null,
  };
}

function placeOf(value: JsonValue): Place | null {
  const id = at(value, 'id');
  const number = at(value, 'number');
  if (typeof id !== 'number') return null;
  if (typeof at(value, 'issue_url') === 'string') return { kind: 'comment', id };
  if (typeof at(value, 'comments_url') === 'string' && typeof number === 'number')
    return { kind: 'issue', number };
  return null;
}
