import { type ReactNode, useMemo, useState } from 'react'
import { visibleText } from '../format/visible-text.ts'
import { structureText, type TextBlock } from './structure-text.ts'

/** The properties of {@link PlainText}. */
export interface PlainTextProps {
  /** A text of an agent or a person, perhaps in Markdown. */
  text: string
}

const pageOfBlocks = 400
const mostCharacters = 2_000_000

/** A text of others with its headings, items and code. Nothing in it becomes HTML or a link. */
export const PlainText = ({ text }: PlainTextProps): ReactNode => {
  const blocks = useMemo(() => structureText(visibleText(text.slice(0, mostCharacters))), [text])
  const [most, setMost] = useState(pageOfBlocks)
  return (
    <div className="amelia-prose">
      {blocks.slice(0, most).map((block, index) => (
        <Block key={index} block={block} />
      ))}
      {blocks.length > most && (
        <button type="button" className="amelia-button" onClick={() => setMost(most + 4 * pageOfBlocks)}>
          Show more ({blocks.length - most} paragraphs)
        </button>
      )}
      {text.length > mostCharacters && most >= blocks.length && (
        <p className="amelia-muted">The text is longer: {text.length} characters. The rest is left out.</p>
      )}
    </div>
  )
}

const Block = ({ block }: { block: TextBlock }): ReactNode => {
  switch (block.kind) {
    case 'heading':
      // Headings of others must not enter the outline of the page.
      return (
        <p className="amelia-prose-heading" data-level={Math.min(block.level, 3)}>
          {block.text}
        </p>
      )
    case 'code':
      return (
        <pre
          className="amelia-prose-code"
          tabIndex={0}
          aria-label={block.info === '' ? 'Code' : `Code, ${block.info}`}
        >
          {block.text}
        </pre>
      )
    case 'item':
      return (
        <p className="amelia-prose-item" style={{ marginInlineStart: `${block.depth * 1.4}em` }}>
          {block.text}
        </p>
      )
    case 'quote':
      return <p className="amelia-prose-quote">{block.text}</p>
    case 'paragraph':
      return <p>{block.text}</p>
  }
}
