import { type Platform, platforms } from '../../core/platforms.ts';
import type { World } from '../world/world.ts';
import { basicColumns, basicSubject } from './basics.ts';
import { brandColumns, brandSubjects } from './brands.ts';
import { contentColumns, contentSubjects } from './contents.ts';
import { creatorColumns, creatorSubject } from './creators.ts';
import type { DefaultOrder, SearchName } from './names.ts';

export type TableName = `${Platform} ${'creators' | 'contents' | 'basics'}` | 'brands';

/** All rows of one kind that searches find. */
interface SearchTable {
  /** The names that clients filter by, and those that a search needs beside. */
  readonly names: readonly SearchName<never>[];
  readonly order: DefaultOrder;
  /**
   * The subjects of the rows, in groups that are read at once.
   * @param isWritten whether their contents have texts of their own
   */
  readonly subjects: (world: World, isWritten: boolean) => Iterable<readonly never[]>;
}

export const searchTables = Object.fromEntries([
  ...platforms.flatMap((platform) => [
    [`${platform} creators`, creators(platform)],
    [`${platform} contents`, contents(platform)],
    [`${platform} basics`, basics(platform)],
  ]),
  ['brands', { names: brandColumns, order: { by: 'name', desc: false }, subjects: brandSubjects }],
]) as Readonly<Record<TableName, SearchTable>>;

function creators(platform: Platform): SearchTable {
  return {
    names: creatorColumns(platform),
    order: { by: 'displayName', desc: false },
    *subjects(world, isWritten) {
      for (const account of accountsOf(world, platform, isWritten)) yield [creatorSubject(account) as never];
    },
  };
}

function contents(platform: Platform): SearchTable {
  return {
    names: contentColumns(platform),
    order: { by: 'publishTime', desc: true },
    *subjects(world, isWritten) {
      // many contents name the same brands
      const brands = new Map([...world.brands()].map((brand) => [brand.key, brand]));
      for (const account of accountsOf(world, platform, isWritten))
        yield contentSubjects(account, (key) => brands.get(key)) as never[];
    },
  };
}

/** Every search of generation 2 names its order. */
function basics(platform: Platform): SearchTable {
  return {
    names: basicColumns(platform),
    order: { by: platform === 'tube' ? 'subscribers' : 'followers', desc: false },
    *subjects(world, isWritten) {
      for (const account of accountsOf(world, platform, isWritten)) yield [basicSubject(account) as never];
    },
  };
}

const accountsOf = (world: World, platform: Platform, isWritten: boolean) =>
  isWritten ? world.accounts(platform) : world.bareAccounts(platform);
