import { Migration } from '@mikro-orm/migrations';

/**
 * Saved questions and their revisions get the names of today: presets are PREVIOUS_MONTH as periods are, not LAST_MONTH, and a filter by
 * who recorded a sale is `createdById`. A text of a question cannot be mistaken for such a member: its quotes are escaped.
 */
export class QuestionNames20261127 extends Migration {
  override up(): void {
    for (const table of ['saved_question', 'saved_question_revision']) {
      this.addSql(
        `update "${table}" set "query" = jsonb_set("query", '{range,preset}', to_jsonb(replace("query" #>> '{range,preset}', 'LAST_', 'PREVIOUS_')))
         where "query" #>> '{range,preset}' in ('LAST_WEEK', 'LAST_MONTH', 'LAST_QUARTER', 'LAST_YEAR')`,
      );
      this.addSql(
        `update "${table}" set "query" = replace("query"::text, '"createdBy": ', '"createdById": ')::jsonb
         where "query"::text like '%"createdBy": %'`,
      );
    }
  }
}
