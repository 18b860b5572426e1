import { Skeleton } from '@mantine/core';
import classes from './waiting.module.css';

const WIDTHS = ['88%', '71%', '64%', '46%', '33%', '21%', '12%'] as const;
const HEIGHTS = ['52%', '71%', '44%', '82%', '63%', '90%', '58%'] as const;

/** In place of a chart of groups that is still read. */
export const WaitingBars = ({ height = 220 }: { readonly height?: number }) => (
  <div className={classes.bars} style={{ height }}>
    {WIDTHS.slice(0, Math.floor(height / 32)).map((width) => (
      <div key={width}>
        <Skeleton height={9} />
        <Skeleton height={14} width={width} radius="sm" />
      </div>
    ))}
  </div>
);

/** In place of a chart over time that is still read. @param figures how many numbers stand below it */
export const WaitingColumns = ({
  height = 220,
  figures = 0,
}: {
  readonly height?: number;
  readonly figures?: number;
}) => (
  <>
    <div className={classes.columns} style={{ height: height - 28 }}>
      {HEIGHTS.map((each) => (
        <Skeleton key={each} height={each} radius={2} />
      ))}
    </div>
    {figures > 0 && (
      <div className={classes.figures}>
        {WIDTHS.slice(0, figures).map((each) => (
          <div key={each}>
            <Skeleton height={9} width={64} mb={8} />
            <Skeleton height={12} width={104} />
          </div>
        ))}
      </div>
    )}
  </>
);

/** In place of entries of two lines that are still read. */
export const WaitingRows = () => (
  <div className={classes.rows}>
    <Skeleton height={10} width="46%" />
    {WIDTHS.slice(0, 5).map((width) => (
      <div key={width}>
        <Skeleton height={10} width={width} />
        <Skeleton height={8} width="40%" />
      </div>
    ))}
  </div>
);
