/** A part of the first tab, for those who may call its operation; undefined: for everybody. */
export interface QueryPart {
  readonly needs?: string;
  readonly text: string;
}

/**
 * The first tab of GraphiQL, an overview for first-time visitors. Of each section the page shows the first part that the visitor may
 * ask for, so that no role gets an error.
 */
export const FIRST_QUERY: readonly (readonly QueryPart[])[] = [
  [
    {
      text: `# Ctrl-Enter runs this query.
# Ctrl-Space completes what you type.
# The Docs, at the top left, have every field.
# A new service has nothing to count. This
# fills it, with the DATA_DIR of its start:
# npm run seed -- --devices 1000

query FirstLook {
  # You. The role decides what you may do.
  viewer {
    admin {
      name
    }
    role
  }

  # The business at a glance: devices, those
  # heard of in the last minutes, and sales in
  # whole units of each currency.
  overview {
    devices {
      total
      online
    }
    sales {
      last30Days {
        currency
        orders
        netRevenue
      }
    }
    customers {
      total
    }
  }
`,
    },
  ],
  [
    {
      needs: 'listDevices',
      text: `
  # A list: a filter says which records,
  # \`first\` how many of them.
  devices(first: 3, filter: { createdAt: { withinLast: "365d" } }) {
    totalCount
    # Facets: how many of all that match
    # have each value of a field.
    facets(fields: [STATUS]) {
      values {
        value
        count
      }
    }
    nodes {
      serial
      status
      presence {
        online
        firmwareVersion
      }
    }
  }
`,
    },
    {
      needs: 'listReleases',
      text: `
  # A list: a filter says which records,
  # \`first\` how many of them.
  releases(first: 3, filter: { createdAt: { withinLast: "365d" } }) {
    totalCount
    # Facets: how many of all that match
    # have each value of a field.
    facets(fields: [CHANNEL]) {
      values {
        value
        count
      }
    }
    nodes {
      version
      hardwareRevision
      channel
    }
  }
`,
    },
  ],
  [
    {
      needs: 'getSalesMetrics',
      text: `
  # A question: metrics by time and by any
  # dimension of a data set. Here, the sales
  # of each month of this year.
  salesMetrics(query: { metrics: [ORDERS, NET_REVENUE], range: { preset: THIS_YEAR }, grain: MONTH }) {
    columns {
      label
    }
    rows {
      bucketLabel
      metrics
    }
  }
`,
    },
    {
      needs: 'getDeviceMetrics',
      text: `
  # A question: metrics by time and by any
  # dimension of a data set. Here, the
  # devices by their status.
  deviceMetrics(query: { metrics: [DEVICES], dimensions: [STATUS] }) {
    rows {
      labels
      metrics
    }
  }
`,
    },
    {
      needs: 'getInstallationMetrics',
      text: `
  # A question: metrics by time and by any
  # dimension of a data set. Here, the
  # installations of each month of this year.
  installationMetrics(query: { metrics: [INSTALLATIONS], range: { preset: THIS_YEAR }, grain: MONTH }) {
    rows {
      bucketLabel
      metrics
    }
  }
`,
    },
  ],
  [{ text: '}\n' }],
];

/** The first tab of a visitor. Also a part of the page, so it uses nothing else. @param permissions operations that the visitor may call */
export function firstQueryOf(sections: readonly (readonly QueryPart[])[], permissions: readonly string[]): string {
  return sections
    .map((parts) => parts.find(({ needs }) => needs === undefined || permissions.includes(needs))?.text ?? '')
    .join('');
}
