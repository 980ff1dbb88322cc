import type * as unbash from "unbash";

import type { ChainLink, Pipeline, Script, Statement } from "../syntax-tree.ts";
import type { Reading } from "./reading.ts";
import { takeCommand } from "./take-command.ts";

/** A whole script of the parser's, refused where the parser found anything wrong with it. */
export function takeScript(script: unbash.ParsedScript, reading: Reading): Script {
  const [error] = script.errors ?? [];
  if (error !== undefined) reading.fail(error.message, { pos: error.pos, end: error.pos });
  return takeList(script, reading);
}

function takeList(
  list: Pick<unbash.CompoundList, "commands" | "pos" | "end">,
  outside: Reading,
): Script {
  const reading = outside.inside(list);
  const statements = list.commands.map((statement) => takeStatement(statement, reading));
  return { type: "script", statements };
}

function takeStatement(node: unbash.Statement, reading: Reading): Statement {
  const { command, background } = node;
  const links: readonly ChainLink[] =
    command.type === "AndOr"
      ? command.commands.map((one, index) => ({
          after: index === 0 ? undefined : command.operators[index - 1],
          pipeline: takePipeline(one, reading),
        }))
      : [{ after: undefined, pipeline: takePipeline(command, reading) }];
  return { type: "statement", links, background: background === true, ...reading.span(node) };
}

function takePipeline(node: unbash.PipelineNode, reading: Reading): Pipeline {
  const take = (command: unbash.CommandNode) => takeCommand(command, reading, takeList);
  if (node.type !== "Pipeline") {
    return {
      ...{ type: "pipeline", negated: false, timing: undefined },
      ...{ commands: [take(node)], pipes: [] },
    };
  }
  const negations = node.prefixes.filter(({ type }) => type === "Negation");
  return {
    type: "pipeline",
    negated: negations.length % 2 === 1,
    timing: timingOf(node.prefixes),
    commands: node.commands.map(take),
    pipes: node.operators,
  };
}

function timingOf(prefixes: readonly unbash.PipelinePrefix[]): Pipeline["timing"] {
  const time = prefixes.find((one) => one.type === "Time");
  if (time === undefined) return undefined;
  return time.posix === undefined ? "bash" : "posix";
}
