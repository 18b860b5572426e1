import { Field, ID, Int, ObjectType } from 'type-graphql';
import type { CustomerNoteView, CustomerView } from '../../domain/customers/index.ts';
import { LOCALES, type Locale } from '../../domain/vocabulary.ts';
import { connectionOf } from '../connection.ts';
import { enumType } from '../input-type.ts';

/** `notes` is the edge to what staff wrote down; the text of that name on REST is `profileNotes` here. */
@ObjectType('Customer')
export class CustomerType implements Omit<CustomerView, 'notes'> {
  @Field(() => ID)
  id: string;

  @Field()
  fullName: string;

  @Field(() => String, { nullable: true })
  email: string | null;

  @Field(() => String, { nullable: true })
  phone: string | null;

  @Field(() => String, { nullable: true })
  company: string | null;

  @Field(() => String, { nullable: true })
  country: string | null;

  @Field(() => String, { nullable: true })
  city: string | null;

  @Field(() => String, { nullable: true })
  region: string | null;

  @Field(() => String, { nullable: true, description: 'Without its `@`.' })
  telegramUsername: string | null;

  @Field(() => enumType('Locale', LOCALES), { nullable: true })
  preferredLanguage: Locale | null;

  @Field(() => String, {
    nullable: true,
    description: 'A campaign’s utm_source, or `admin`, `sale`, `transfer`, `preorder`.',
  })
  source: string | null;

  @Field(() => Int)
  revision: number;

  @Field()
  createdAt: Date;

  @Field()
  updatedAt: Date;
}

@ObjectType('CustomerNote')
export class CustomerNoteType implements CustomerNoteView {
  @Field(() => ID)
  id: string;

  @Field(() => ID)
  customerId: string;

  @Field()
  content: string;

  @Field(() => ID)
  authorId: string;

  @Field()
  createdAt: Date;
}

export const CustomerConnection = connectionOf('CustomerConnection', CustomerType);
