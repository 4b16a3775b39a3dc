type Changes = readonly (readonly [from: string, to: string])[]

/** Parts of the search box and their replacements. */
const searchBox: Changes = [
  // Sections with all words of a query come before those with any.
  [
    `index
      .search(filterTextValue)
`,
    `theme.value.search.options.miniSearch
      .searchPages(index, filterTextValue)
`,
  ],
  // A button must not contain other controls: the box is a dialog.
  [
    `role="button"
      :aria-owns="results?.length ? 'localsearch-list' : undefined"
      aria-expanded="true"
      aria-haspopup="listbox"
      aria-labelledby="localsearch-label"`,
    'role="dialog" aria-modal="true" aria-label="Search"',
  ],
  // The field is a combobox, whose options are the results.
  ['aria-autocomplete="both"', `role="combobox" aria-autocomplete="list" :aria-expanded="!!results?.length"`],
  [
    'aria-labelledby="localsearch-label"\n            autocapitalize',
    'aria-label="Search"\n            autocapitalize',
  ],
  [
    `:aria-labelledby="results?.length ? 'localsearch-label' : undefined"`,
    `:aria-label="results?.length ? 'Results' : undefined"`,
  ],
  // An option must not contain a link: the link is the option.
  [
    `:id="'localsearch-item-' + index"
            :aria-selected="selectedIndex === index ? 'true' : 'false'"
            role="option"`,
    'role="presentation"',
  ],
  [
    `:aria-label="[...p.titles, p.title].join(' > ')"`,
    `:id="'localsearch-item-' + index" role="option" :aria-selected="selectedIndex === index ? 'true' : 'false'"`,
  ],
  ['<span class="title-icon">#</span>', '<span class="title-icon" aria-hidden="true">#</span>'],
  ['<kbd :aria-label', '<kbd role="img" :aria-label'],
]

/** Parts of the headings that open on a phone, and their replacements. */
const headings: Changes = [
  // Without a role, they are outside of all landmarks.
  ['class="items"', 'class="items" role="navigation" aria-label="On this page"'],
]

const files: Readonly<Record<string, Changes>> = {
  'VPLocalSearchBox.vue': searchBox,
  'VPLocalNavOutlineDropdown.vue': headings,
}

/** Makes the roles in VitePress's theme valid. Fails if a file no longer contains what is replaced. */
export const accessibleTheme = () => ({
  name: 'accessible-theme',
  enforce: 'pre' as const,
  transform(code: string, id: string): string | undefined {
    const [name, changes] = Object.entries(files).find(([file]) => id.endsWith(`/${file}`)) ?? []
    return changes?.reduce((text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`${name} does not contain:\n${from}`)
      return text.replaceAll(from, to)
    }, code)
  },
})
