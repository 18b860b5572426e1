import { dialled, phoneText } from './phone-text.ts';

interface Props {
  readonly typed: string | null | undefined;
}

/** A phone number in a list; a dash where there is none. */
export const Phone = ({ typed }: Props) => <span className="k-number">{typed ? phoneText(typed) : '–'}</span>;

/** The same as a link that calls; text that is no number calls nobody. */
export function PhoneLink({ typed }: Props) {
  const number = typed ? dialled(typed) : undefined;
  if (!number) return <Phone typed={typed} />;
  return (
    <a href={`tel:${number}`} className="k-link k-number">
      {phoneText(number)}
    </a>
  );
}
