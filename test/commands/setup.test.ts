import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { PROJECT } from "../../src/project.ts";

const MISSING = "cannot open shared object file: No such file or directory";

/** A project that is installed, with this for its Node.js. */
function project(node: string): string {
  const root = mkdtempSync(join(inject("scratch"), "projeto com espaço "));
  for (const name of ["bin/setup", "bin/start", "package-lock.json"]) {
    mkdirSync(join(root, "bin"), { recursive: true });
    copyFileSync(join(PROJECT, name), join(root, name));
  }
  const programs = join(root, "node_modules", ".bin");
  mkdirSync(programs, { recursive: true });
  writeFileSync(join(programs, "node"), node);
  chmodSync(join(programs, "node"), 0o755);
  const wanted = execFileSync("sh", ["-c", 'echo "$(uname -sm) $(cksum <package-lock.json)"'], { cwd: root });
  writeFileSync(join(root, "node_modules", ".installed-from"), wanted);
  return root;
}

/** What a command said of a project. */
function run(root: string, command = "setup") {
  const { status, stdout, stderr } = spawnSync(join(root, "bin", command), [], { encoding: "utf8", env: { PATH: "/usr/bin:/bin" } });
  return { status, stdout, stderr };
}
const setUp = (node: string, command?: string) => run(project(node), command);
const unlinked = (library: string) => `#!/bin/sh\necho "$0: error while loading shared libraries: ${library}: ${MISSING}" >&2\nexit 127\n`;

describe("bin/setup on a small image", () => {
  it.each([
    ["libatomic.so.1", "apt-get install libatomic1 (Debian, Ubuntu) or dnf install libatomic (Fedora, RHEL)"],
    ["libstdc++.so.6", "apt-get install libstdc++6 (Debian, Ubuntu) or dnf install libstdc++ (Fedora, RHEL)"],
    ["libgcc_s.so.1", "apt-get install libgcc-s1 (Debian, Ubuntu) or dnf install libgcc (Fedora, RHEL)"],
    ["libother.so.2", "install the package that has it"],
  ])("names %s and its package in one sentence", (library, how) => {
    const said = { status: 1, stdout: "", stderr: `vitrine: Node.js needs ${library}, which this machine lacks: ${how}, then try again\n` };
    expect(setUp(unlinked(library))).toEqual(said);
    expect(setUp(unlinked(library), "start")).toEqual(said);
  });

  it("says what else keeps its Node.js from running", () => {
    const { status, stderr } = setUp("#!/bin/sh\necho 'Illegal instruction' >&2\nexit 132\n");
    expect(status).toBe(1);
    expect(stderr).toMatch(/^vitrine: the Node\.js in .* does not run here; it needs Linux with glibc: Illegal instruction\n$/);
  });

  it("has nothing to say where it runs", () => {
    expect(setUp("#!/bin/sh\necho v26.10.0\n")).toEqual({ status: 0, stdout: "", stderr: "" });
  });
});

describe("bin/setup builds the portals' pages", () => {
  const BUILT = "vitrine: building the portals' pages\n";
  const QUIET = { status: 0, stdout: "", stderr: "" };
  /** A Node.js that builds by writing the page, and does nothing else. */
  const builds =
    '#!/bin/sh\ncase $1 in */web/build/main.ts) d=${1%/build/main.ts}/dist; mkdir -p "$d"; echo built >"$d/index.portal.html" ;; esac\n';
  const withSources = (node: string) => {
    const root = project(node);
    mkdirSync(join(root, "web", "src"), { recursive: true });
    writeFileSync(join(root, "web", "src", "page.tsx"), "");
    return root;
  };

  it("when there are none, once", () => {
    const root = withSources(builds);
    expect(run(root)).toEqual({ ...QUIET, stderr: BUILT });
    expect(run(root)).toEqual(QUIET);
    expect(run(root, "start")).toEqual(QUIET);
  });

  it.each(["web/src/page.tsx", "web/index.portal.html", "openapi/v1.json", "package-lock.json"])(
    "when %s is newer than they are",
    (path) => {
      const root = withSources(builds);
      run(root);
      mkdirSync(dirname(join(root, path)), { recursive: true });
      copyFileSync(join(PROJECT, "package-lock.json"), join(root, path));
      const later = new Date(Date.now() + 60_000);
      utimesSync(join(root, path), later, later);
      expect(run(root)).toEqual({ ...QUIET, stderr: BUILT });
    },
  );

  it("and goes on without them when that fails", () => {
    const { status, stderr } = run(withSources('#!/bin/sh\ncase $1 in */web/build/main.ts) echo "no such module" >&2; exit 1 ;; esac\n'));
    expect([status, stderr]).toEqual([
      0,
      `${BUILT}no such module\nvitrine: the pages could not be built (see above); the API works without them\n`,
    ]);
  });
});
