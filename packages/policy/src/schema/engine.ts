import * as z from "zod/mini";
import { madeOnce } from "./made-once.ts";

/** What may make a sandbox: an engine, or docker where it is ready and bwrap otherwise. */
const ENGINE_CHOICES = ["docker", "bwrap", "virtual", "auto"] as const;

export type EngineChoice = (typeof ENGINE_CHOICES)[number];

export const engineSchema = madeOnce(() =>
  z.enum(ENGINE_CHOICES).check(
    z.meta({
      description:
        "What makes the sandbox where no --engine says it (default docker): containers, bwrap on this machine itself, virtual in memory, where no program of this machine runs, or auto: docker where its daemon has the workspace's image, and otherwise bwrap",
    }),
  ),
);
