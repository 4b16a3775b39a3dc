/** What was tried of durability and what was broken, as one line. What was not tried is not in it. */
export const describeDurability = ({ seeds, points, right, states, kills, broken, planted, found }) =>
  [
    `seeds ${seeds}`,
    `crash points ${right}/${points}`,
    ...(states === undefined ? [] : [`disk states ${states}`]),
    ...(kills === undefined ? [] : [`SIGKILLs ${kills}`]),
    `lost work ${broken['lost work']}`,
    `double commits ${broken['double commit']}`,
    `unrecoverable ${broken.unrecoverable}`,
    `hangs ${broken.hang}`,
    ...(planted === undefined ? [] : [`planted bugs ${found}/${planted} found`]),
  ].join(' | ')

/** Whether no promise was broken, and every planted bug was found. */
export const isSound = ({ points, right, broken, planted, found }) =>
  right === points && planted === found && Object.values(broken).every((count) => count === 0)
