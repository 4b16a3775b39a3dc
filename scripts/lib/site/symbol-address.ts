const folders: Readonly<Record<string, string>> = {
  class: 'classes',
  const: 'variables',
  interface: 'interfaces',
  type: 'type-aliases',
}

/**
 * Where the reference of the site describes a symbol, as a path from the site's root. `report` is the API
 * report of its door. Returns nothing if the door does not export it.
 */
export const symbolAddress = (report: string, name: string): string | undefined => {
  const [, door = ''] = /^# (\S+)$/m.exec(report) ?? []
  const found = new RegExp(`^(class|const|interface|type) ${name}\\b(.*)$`, 'm').exec(report)
  if (found === null) return undefined
  const [, kind = '', rest = ''] = found
  const folder = kind === 'const' && rest.includes('=>') ? 'functions' : folders[kind]!
  return `api/${door}/${folder}/${name}.md`
}
