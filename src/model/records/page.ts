import { answer, bigInteger, integer, parts, type RecordModel } from '../record.ts';

/** A page of a list over REST; GraphQL has connections instead. @param of the view of each record in the list */
export function pageOf(of: RecordModel): RecordModel {
  return answer(`${of.name}Page`, 'A page of a list.', {
    items: parts(of, 'The records of this page, in the order of the list.'),
    total: bigInteger('How many records there are on all pages.'),
    skip: bigInteger('How many records of the list come before this page.'),
    take: integer('How many records a page has at most.'),
  });
}
