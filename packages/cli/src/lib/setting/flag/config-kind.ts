/**
 * The kinds of the settings in a config file: `list` is one text or several, `record` a text by name,
 * `duration` a text such as `10m`.
 */
export type ConfigKind = 'text' | 'number' | 'switch' | 'list' | 'record' | 'duration'
