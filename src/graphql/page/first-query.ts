/** The first tab of GraphiQL: an overview that every role may read, with comments for first-time visitors. */
export const FIRST_QUERY = `# This is GraphiQL, for the GraphQL API of Karvon.
# Ctrl-Enter runs what is below, and Ctrl-Space completes what you type.
# The Docs, at the top left, describe every field.
# A new service has nothing to count: npm run seed -- --devices 1000 fills it.

query FirstLook {
  # You, and the role that decides what you may read and change.
  viewer {
    admin {
      name
    }
    role
  }
  overview {
    # The devices, and how many of them were heard of in the last minutes.
    devices {
      total
      online
    }
    # What was sold, in whole units of each currency.
    sales {
      today {
        currency
        orders
        netRevenue
      }
      last30Days {
        currency
        orders
        netRevenue
      }
    }
    # Orders whose customers wait for a device.
    preorders {
      total
      reserved
      remaining
    }
    customers {
      total
    }
  }
}

# A list takes a filter and a length, and shows what you select. Try this one in a new tab:
# { devices(first: 5, filter: { status: { eq: ACTIVE } }) { totalCount nodes { serial status presence { online } } } }
`;
