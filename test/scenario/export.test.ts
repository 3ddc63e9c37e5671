import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readExport } from '../../lib/core/export/read.ts';
import { propose, repository, startHouse, type House } from './house.ts';

describe('a run that ended', () => {
  it('is kept as an export that holds every entry, by repository, run and hash', async () => {
    const house = await startHouse();
    const { number, hash } = await propose(house);
    expect(files(house)).toEqual([]);
    await house.world.as('kim').comment(repository, number, `/approve ${hash}`);
    await house.settled();
    const run = await house.run(hash);
    expect(files(house)).toEqual([`${run?.run}-${hash}.jsonl`]);
    const read = readExport(textOf(house));
    expect(read).toMatchObject({ ok: true, value: { entries: run?.entries, record: run?.record } });
    expect(run?.exported).toBe(run?.entries.length);
  });

  it('is kept anew when something came behind its end', async () => {
    const house = await startHouse();
    const { number, hash } = await propose(house);
    await house.world.as('ana').comment(repository, number, `/reject ${hash}`);
    await house.settled();
    const before = textOf(house);
    await house.world.as('kim').comment(repository, number, `/approve ${hash}`);
    await house.settled();
    const run = await house.run(hash);
    expect(textOf(house)).not.toBe(before);
    expect(readExport(textOf(house))).toMatchObject({ ok: true, value: { entries: run?.entries } });
    expect(files(house)).toHaveLength(1);
  });

  it('AU-07: is never lost by a place that takes nothing: it is kept when the place is back', async () => {
    const house = await startHouse();
    const { number, hash } = await propose(house);
    mkdirSync(house.settings.exportsPath, { recursive: true });
    writeFileSync(folderOf(house), 'a file where the folder should be');
    await house.world.as('kim').comment(repository, number, `/approve ${hash}`);
    await house.settled();
    expect(house.world.issue(repository, number)).toMatchObject({ state: 'closed' });
    expect((await house.run(hash))?.exported).toBe(0);
    rmSync(folderOf(house));
    await house.app.sweep();
    await house.settled();
    const run = await house.run(hash);
    expect(run?.exported).toBe(run?.entries.length);
    expect(readExport(textOf(house))).toMatchObject({ ok: true, value: { entries: run?.entries } });
  });

  it('is kept again when it was written and not noted before a crash', async () => {
    const house = await startHouse();
    const { number, hash } = await propose(house);
    await house.world.as('kim').comment(repository, number, `/approve ${hash}`);
    await house.settled();
    const before = textOf(house);
    await house.restart(async () => {
      const { DatabaseSync } = await import('node:sqlite');
      const database = new DatabaseSync(house.settings.ledgerPath);
      database.exec('UPDATE run SET exported = 0');
      database.close();
    });
    await house.settled();
    const run = await house.run(hash);
    expect(run?.exported).toBe(run?.entries.length);
    expect(textOf(house)).toBe(before);
  });
});

function folderOf(house: House): string {
  return join(house.settings.exportsPath, String(house.world.repositoryNow(repository).id));
}

function files(house: House): readonly string[] {
  try {
    return readdirSync(folderOf(house));
  } catch {
    return [];
  }
}

function textOf(house: House): string {
  return readFileSync(join(folderOf(house), files(house)[0] ?? ''), 'utf8');
}
