/** How a note begins that stands in place of what a conversation has no room for. */
export const leftOut = '[left out to save room:'
