import { Migration } from '@mikro-orm/migrations';

/**
 * Currencies are stored as three Latin letters in capitals. What was stored in small letters, or between spaces, is brought into that
 * form; anything else stays as it is, because nothing says what was meant: the start lists it, and `correctSale` corrects it. Triggers
 * move what is counted by currency along.
 */
export class CurrencyCapitals20261126 extends Migration {
  override up(): void {
    for (const [table, column] of COLUMNS) this.addSql(inCapitals(table, column));
  }
}

const COLUMNS = [
  ['sale', 'currency'],
  ['preorder', 'currency'],
  ['business_settings', 'default_currency'],
  ['preorder_settings', 'currency'],
] as const;

/** By the rules of ASCII: those of a locale may have a letter between I and i. */
const inCapitals = (table: string, column: string) => {
  const trimmed = `btrim("${column}", E' \\t\\n\\r') collate "C"`;
  return `update "${table}" set "${column}" = upper(${trimmed})
           where "${column}" collate "C" !~ '^[A-Z]{3}$' and ${trimmed} ~ '^[A-Za-z]{3}$'`;
};
