import { type ReactNode, useMemo, useState } from 'react'
import { visibleText } from '../format/visible-text.ts'
import { readInline } from './read-inline.ts'
import { structureText, type TextBlock } from './structure-text.ts'

/** The properties of {@link PlainText}. */
export interface PlainTextProps {
  /** A text of an agent or a person, perhaps in Markdown. */
  text: string
  /** Whether a person wrote it: then its emphasis, code and links are rendered too. Default: false. */
  isByPerson?: boolean
}

const pageOfBlocks = 400
const mostCharacters = 2_000_000

/**
 * A text of others with its headings, items and code. Nothing in it becomes HTML, and nothing that an agent
 * wrote becomes a link.
 */
export const PlainText = ({ text, isByPerson = false }: PlainTextProps): ReactNode => {
  const blocks = useMemo(() => structureText(visibleText(text.slice(0, mostCharacters))), [text])
  const [most, setMost] = useState(pageOfBlocks)
  return (
    <div className="amelia-prose">
      {blocks.slice(0, most).map((block, index) => (
        <Block key={index} {...{ block, isByPerson }} />
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

interface BlockProps {
  block: TextBlock
  isByPerson: boolean
}

const Block = ({ block, isByPerson }: BlockProps): ReactNode => {
  const content = isByPerson ? <Inline text={block.text} /> : block.text
  switch (block.kind) {
    case 'heading':
      // Headings of others must not enter the outline of the page.
      return (
        <p className="amelia-prose-heading" data-level={Math.min(block.level, 3)}>
          {content}
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
          {content}
        </p>
      )
    case 'quote':
      return <p className="amelia-prose-quote">{content}</p>
    case 'paragraph':
      return <p>{content}</p>
  }
}

const Inline = ({ text }: { text: string }): ReactNode =>
  readInline(text).map((part, index) => {
    switch (part.kind) {
      case 'text':
        return part.text
      case 'code':
        return <code key={index}>{part.text}</code>
      case 'strong':
        return (
          <strong key={index}>
            <Inline text={part.text} />
          </strong>
        )
      case 'emphasis':
        return (
          <em key={index}>
            <Inline text={part.text} />
          </em>
        )
      case 'link':
        return (
          <a key={index} href={part.href} title={part.href} target="_blank" rel="noopener noreferrer">
            {part.text}
          </a>
        )
    }
  })
