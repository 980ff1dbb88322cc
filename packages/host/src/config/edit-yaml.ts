import { type Document, isNode, type Node, parseDocument, type ToStringOptions } from "yaml";

/** As `ConfigFormat.loadEditor` has it, for YAML: white space may change, comments and values do not. */
export function editYaml(text: string, path: readonly (string | number)[], value: unknown): string {
  const document = parseDocument(text);
  if (value === undefined) document.deleteIn(path);
  else document.setIn(path, nodeOf(document, path, value));
  return document.toString(styleOf(text));
}

/** A node of the value, with what is said beside the one that it replaces. */
function nodeOf(document: Document, path: readonly (string | number)[], value: unknown): Node {
  const made = document.createNode(value);
  const present = document.getIn(path, true);
  if (!isNode(present)) return made;
  return Object.assign(made, {
    comment: present.comment,
    commentBefore: present.commentBefore,
    spaceBefore: present.spaceBefore,
  });
}

/** The layout that a text mostly has. */
function styleOf(text: string): ToStringOptions {
  return {
    indent: /^( +)\S/m.exec(text)?.[1]?.length ?? 2,
    indentSeq: !/^( *)[^\s#-][^\n]*:[^\S\n]*(?:#[^\n]*)?\n\1- /m.test(text),
    flowCollectionPadding: !/[[{][^\s\]}]/.test(text),
    // Long lines stay as long as they were.
    lineWidth: 0,
  };
}
