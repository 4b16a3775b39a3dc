/** A vendor's SDK package, installed by the user beside the driver. */
export interface AgentSdk {
  /** For messages: `The Claude Agent SDK`. */
  title: string
  /** Name of the npm package. */
  name: string
  /** The version the driver is tested with. */
  version: string
  /** Size of the installation, for the hint: `430 MB`. */
  size: string
  /** Name of the package that loads it. */
  driver: string
  /** Name of the exported function or class that the driver uses. */
  entry: string
}

/** How to install an SDK. */
export const sdkHint = ({ name, version, size, driver }: AgentSdk): string =>
  `Install it beside ${driver}: npm install ${name}@${version} (about ${size}, program included).`
