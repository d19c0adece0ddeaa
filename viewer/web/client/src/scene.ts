// The palace in the round: instanced pieces, lit by a sun and the sky, drawn only while something
// moves.  The scene says what there is; what changed is found by the names of the pieces.
import {
  Box3, DirectionalLight, Group, HemisphereLight, MathUtils, Mesh, PCFShadowMap, PerspectiveCamera,
  Raycaster, Scene as World, Vector2, Vector3, WebGLRenderer,
} from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { EffectComposer } from "three/addons/postprocessing/EffectComposer.js";
import { GTAOPass } from "three/addons/postprocessing/GTAOPass.js";
import { OutputPass } from "three/addons/postprocessing/OutputPass.js";
import { RenderPass } from "three/addons/postprocessing/RenderPass.js";
import { CSS2DRenderer } from "three/addons/renderers/CSS2DRenderer.js";
import { cornersOf, fit, type Way, wayOf } from "./camera";
import { makeGround } from "./ground";
import { fetchPieces, kindOf, type Pieces, placeOf, readPieces, tintOf } from "./pieces";
import { makeMarks, topOf } from "./marks";
import { type Look, type Placed, Pool } from "./pool";
import type { Do, Place, Scene, Solid } from "./state";

const FIELD = 26; // vertical angle of view, degrees
const MOVED = 6; // CSS pixels from which on a touch turns the palace and picks nothing
const NEAR = 12; // CSS pixels round a lit place that enter it
const [FALL, FALLS, APART] = [46, 380, 70]; // mm that a piece falls, ms that it takes, ms to the next
const MOST = 24; // pieces that fall; more are there at once
const [FLIES, REST] = [700, 350]; // ms in which the camera moves, ms without movement
const [SMALL, EDGE] = [0.2, 0.92]; // shares of the picture: what is looked at fills more, and ends before its edge
const SLOW = 38; // ms of a frame from which on less is drawn while something moves
const SEEN = 8; // frames by which a slow device is known

interface Falling { solid: Solid; begins: number }
interface Flight { from: [Vector3, Vector3]; to: [Vector3, Vector3]; begins: number }

export class Palace3D {
  /** What the device can do: 2 is all, 1 shade in corners only of what rests, 0 none of it. */
  static able = 2;
  takes: Do = null; // what mends: it puts there what is seen through
  private renderer = new WebGLRenderer({ antialias: true, alpha: true });
  private names = new CSS2DRenderer();
  private world = new World();
  private table = new Group(); // z up, in mm
  private camera = new PerspectiveCamera(FIELD, 1, 20, 6000);
  private sun = new DirectionalLight(0xfff1dc, 2.3);
  private controls = new OrbitControls(this.camera, this.renderer.domElement);
  private composer?: EffectComposer;
  private pieces?: Pieces;
  private pools = new Map<string, Pool>();
  private shown = new Map<string, Solid>(); private newest = 0; // the turn whose pieces are lit
  private extras = new Group();
  private ground?: Group;
  private known = "";
  private wanted?: [Scene, number, Place[], boolean];
  private side = 0;
  private falling: Falling[] = [];
  private flight?: Flight;
  private turned = false; // by hand, or to look at single pieces
  private flies = false; // as soon as there are pieces
  private follows = false; // what is entered, or the last turn
  private asked = 0; private last = 0; private pause = 0; // a frame to come, the last, a timer
  private rests = false; // nothing has moved for a while
  private frames: number[] = [];
  private trial = SEEN + 2;
  private still = matchMedia("(prefers-reduced-motion: reduce)");
  private sizes = new ResizeObserver(() => this.resize());
  private gone = false;

  constructor(private element: HTMLElement, private send: (action: Do) => void) {
    const { world, sun, controls, renderer, names } = this;
    if (drawnBySoftware(renderer)) Palace3D.able = 0;
    Object.assign(renderer.shadowMap, { enabled: true, type: PCFShadowMap, autoUpdate: false });
    const canvas = renderer.domElement;
    canvas.setAttribute("role", "img");
    names.domElement.className = "names";
    names.domElement.setAttribute("aria-hidden", "true");
    element.append(canvas, names.domElement);
    this.table.rotation.x = -Math.PI / 2;
    this.table.add(this.extras);
    world.add(this.table, new HemisphereLight(0xf4f8ff, 0xa89f90, 1.35), sun, sun.target);
    sun.castShadow = true;
    sun.shadow.mapSize.set(2048, 2048);
    Object.assign(sun.shadow, { bias: -0.0006, normalBias: 0.5, radius: 4 });
    Object.assign(controls, { enableDamping: !this.still.matches, dampingFactor: 0.14, maxPolarAngle: 1.5 });
    controls.addEventListener("start", () => {
      this.turned = true;
      this.follows = false;
      this.flight = undefined;
    });
    controls.addEventListener("change", () => this.draw());
    let down = [0, 0];
    canvas.addEventListener("pointerdown", (event) => (down = [event.clientX, event.clientY]));
    canvas.addEventListener("click", (event) => {
      const [x = 0, y = 0] = down;
      if (Math.hypot(event.clientX - x, event.clientY - y) <= MOVED) this.pick(event);
    });
    canvas.addEventListener("dblclick", () => this.reset());
    canvas.addEventListener("webglcontextrestored", () => this.draw(true));
    this.sizes.observe(element);
    void this.load();
  }

  private async load(): Promise<void> {
    const { fontFamily } = getComputedStyle(this.element);
    const font = document.fonts.load(`700 20px ${fontFamily}`).catch(() => []); // the sheet is written with it
    const [file] = await Promise.all([fetchPieces(), font]);
    this.pieces = readPieces(file);
    if (this.wanted && !this.gone) this.show(...this.wanted);
  }

  /** Show a scene as seen from the south, or from the east, north or west for sides 1 to 3, with the
   * places that are lit; `near`, what is entered is looked at until the picture is turned. */
  show(scene: Scene, side: number, lit: Place[], near: boolean): void {
    const first = !this.ground;
    const moved = side !== this.side;
    this.wanted = [scene, side, lit, near];
    this.side = side;
    const { pieces, renderer } = this;
    if (!pieces) return;
    renderer.domElement.setAttribute("aria-label", scene.label);
    this.lay(pieces, scene, side);
    this.place(pieces, scene, !first && !this.still.matches);
    free(this.extras);
    this.extras.add(...makeMarks(pieces, scene, lit));
    if (first || moved) this.turned = this.follows = false;
    if (first) this.look(this.whole(), false);
    if (near && !this.turned) this.follows = true;
    if (this.follows) this.fly(true);
    else if (this.flies) {
      this.look(this.whole(), false);
      this.fly();
    } else if (!this.turned) this.look(this.whole(), !first);
    this.element.dataset.pieces = String(this.shown.size);
    this.draw(true);
  }

  /** Lay the table, unless it is there. */
  private lay(pieces: Pieces, scene: Scene, side: number): void {
    const key = [...scene.ground, ...scene.sheet, side].join();
    if (key === this.known && this.ground) return;
    this.known = key;
    if (this.ground) free(this.ground);
    this.ground?.removeFromParent();
    const { fontFamily } = getComputedStyle(this.element);
    this.ground = scene.ground.length ? makeGround(pieces, scene, side, fontFamily) : new Group();
    this.table.add(this.ground);
    const half = ((scene.sheet[0] ?? 0) * pieces.pitch) / 2;
    this.controls.cursor.set(half, 0, -half); // about which two fingers may move the picture
    this.controls.maxTargetRadius = 1.6 * half || Infinity;
  }

  /** Place the pieces; those that come fall into their places. */
  private place(pieces: Pieces, scene: Scene, falls: boolean): void {
    const { solids } = scene;
    const there = new Set([...this.shown.values()].map(spot));
    const coming = solids.filter((solid) => solid.looks === "" && !there.has(spot(solid)));
    const marked = solids.some((solid) => solid.looks !== "");
    this.newest = marked ? -1 : Math.max(1, ...solids.map((solid) => solid.turn));
    this.shown = new Map(solids.map((solid) => [solid.name, solid]));
    const hue = getComputedStyle(this.element).getPropertyValue("--own") || pieces.hues.path;
    const placed = new Map<Pool, Placed[]>([...this.pools.values()].map((pool) => [pool, []]));
    for (const solid of solids) {
      const pool = this.pool(pieces, solid);
      const kind = kindOf(pieces, solid);
      const own = kind.painted ? "#ffffff" : tintOf(pieces, solid);
      const tint = { "": own, hint: own, ghost: kind.painted ? own : hue, fault: pieces.hues.fault }[solid.looks];
      const one = { name: solid.name, matrix: placeOf(pieces, kind, solid), tint };
      placed.get(pool)?.push(one) ?? placed.set(pool, [one]);
    }
    for (const [pool, own] of placed) pool.hold(own);
    this.falling = this.falling.filter(({ solid }) => this.shown.get(solid.name)?.looks === "");
    if (!falls || coming.length > MOST) return;
    const now = performance.now();
    coming.forEach((solid, n) => this.falling.push({ solid, begins: now + (n + 1) * APART }));
    for (const { solid } of this.falling) this.lift(pieces, solid, FALL);
  }

  private lift(pieces: Pieces, solid: Solid, over: number): void {
    this.pool(pieces, solid).move(solid.name, placeOf(pieces, kindOf(pieces, solid), solid, over));
  }

  private pool(pieces: Pieces, solid: Solid): Pool {
    const look: Look = solid.looks || (solid.turn === this.newest ? "new" : "");
    const kind = kindOf(pieces, solid);
    const key = `${kind.name} ${look}`;
    const found = this.pools.get(key) ?? new Pool(kind, look, pieces.hues);
    this.pools.set(key, found);
    this.table.add(found);
    return found;
  }

  /** Return the box around a piece, in mm. */
  private box(pieces: Pieces, solid: Solid): Box3 {
    const kind = kindOf(pieces, solid);
    return (kind.geometry.boundingBox as Box3).clone().applyMatrix4(placeOf(pieces, kind, solid));
  }

  /** Return the boxes of the table and all that is on it. */
  private whole(): Box3[] {
    const { pieces } = this;
    if (!pieces) return [];
    const { ground = [], sheet: [plate = 0] = [], tones: figures = [] } = this.wanted?.[0] ?? {};
    const edge = plate * pieces.pitch;
    const table = ground.length ? [new Box3(new Vector3(0, 0, -pieces.plate), new Vector3(edge, edge, 0))] : [];
    const tones = figures.map(([x, y, height]) => new Box3().expandByPoint(new Vector3(x * pieces.pitch, y * pieces.pitch, height * pieces.brick)));
    return [...table, ...tones, ...[...this.shown.values()].map((solid) => this.box(pieces, solid))];
  }

  /** Look at what is entered or marked, and follow it; then at the pieces of the last turn.  Where
   * the camera may `stay`, it does while all of that is in the picture, and is not small. */
  fly(stay = false): void {
    const { pieces } = this;
    this.flies = !this.ground; // it begins when there is something to see
    if (!pieces || !this.ground) return;
    const all = [...this.shown.values()];
    const turn = Math.min(0, ...all.map((solid) => solid.turn)) || Math.max(1, ...all.map((solid) => solid.turn));
    const marked = all.filter((solid) => solid.looks !== "");
    const last = all.filter((solid) => solid.turn === turn && solid.looks === "");
    const found = marked.some((solid) => solid.turn === turn) ? [...marked, ...last] : this.follows && !marked.length ? last : marked;
    if (!found.length) return this.reset();
    const boxes = found.map((solid) => this.box(pieces, solid));
    const { min, max } = new Box3().setFromPoints(boxes.flatMap(cornersOf).map((corner) => corner.project(this.camera)));
    const [far, size] = [Math.max(max.x, max.y, -min.x, -min.y), Math.max(max.x - min.x, max.y - min.y) / 2];
    if (stay && this.turned && !this.flight && size > SMALL && far < EDGE) return;
    this.turned = this.follows = true;
    const way = this.outside(boxes);
    this.look(boxes.map(({ min, max }) => new Box3(min.setZ(0), max).expandByVector(new Vector3(1, 1, 0.6).multiplyScalar(3.2 * pieces.pitch))), true, way);
  }

  /** Look at the whole palace. */
  reset(): void {
    this.turned = this.follows = false;
    this.look(this.whole(), true);
  }

  /** Move the camera so that boxes just fill the picture. */
  private look(boxes: Box3[], slowly: boolean, way?: Way): void {
    if (!boxes.length) return;
    const { aspect } = this.camera;
    const narrow = MathUtils.clamp((1.5 - aspect) / 0.8, 0, 1);
    const usual = { rise: 40 + 32 * narrow, turn: -24 * (1 - narrow) }; // it fills a narrow picture so
    const ahead = wayOf(way ?? usual, this.side);
    const [eye, target] = fit(boxes.flatMap(cornersOf), ahead, FIELD, aspect);
    this.controls.minDistance = 60;
    this.controls.maxDistance = 3 * eye.distanceTo(target) + 300;
    if (slowly && !this.still.matches) {
      const from: [Vector3, Vector3] = [this.camera.position.clone(), this.controls.target.clone()];
      if (from[0].distanceTo(eye) + from[1].distanceTo(target) < 1) return;
      this.flight = { from, to: [eye, target], begins: performance.now() };
    } else {
      this.flight = undefined;
      this.camera.position.copy(eye);
      this.controls.target.copy(target);
      this.controls.update();
    }
    this.draw();
  }

  /** Return the way to look at some boxes from outside, with the rest of the palace behind them. */
  private outside(boxes: Box3[]): Way {
    const { cursor: middle } = this.controls;
    const off = new Box3().setFromPoints(boxes.flatMap(cornersOf)).getCenter(new Vector3()).sub(middle);
    off.applyAxisAngle(this.camera.up, (-this.side * Math.PI) / 2).divideScalar(middle.x || 1);
    return { rise: 38 - 12 * off.z, turn: -85 * off.x };
  }

  private shine(): void {
    const around = new Box3().setFromPoints(this.whole().flatMap(cornersOf));
    const [middle, size] = [around.getCenter(new Vector3()), around.getSize(new Vector3()).length()];
    const way = new Vector3(-0.62, 1.25, 0.5).applyAxisAngle(this.camera.up, (this.side * Math.PI) / 2); // over the left shoulder
    this.sun.target.position.copy(middle);
    this.sun.position.copy(middle).addScaledVector(way, size);
    const [half, { camera }] = [size * 0.52, this.sun.shadow];
    Object.assign(camera, { left: -half, bottom: -half, right: half, top: half, near: size * 0.4, far: size * 2.6 });
    camera.updateProjectionMatrix();
  }

  private resize(): void {
    const { clientWidth: wide, clientHeight: high } = this.element;
    if (!wide || !high) return;
    this.renderer.setSize(wide, high, false);
    this.names.setSize(wide, high);
    this.composer?.dispose();
    this.composer = undefined;
    const stays = Math.abs(this.camera.aspect / (wide / high) - 1) < 0.2;
    this.camera.aspect = wide / high;
    this.camera.updateProjectionMatrix();
    if (this.follows) this.fly(stays); else if (!this.turned) this.look(this.whole(), false);
    this.draw(true);
  }

  /** Draw a frame, with another shadow where pieces changed. */
  private draw(changed = false): void {
    if (this.gone) return;
    clearTimeout(this.pause);
    if (changed) this.renderer.shadowMap.needsUpdate = true;
    this.asked ||= requestAnimationFrame((now) => this.frame(now));
  }

  private frame(now: number): void {
    this.asked = 0;
    const { renderer, controls, pieces } = this;
    if (!pieces || !this.element.clientWidth) return;
    if (renderer.shadowMap.needsUpdate) this.shine();
    this.judge(now);
    let moves = this.trial > 0 && Palace3D.able === 2;
    if (this.flight) {
      const { from, to, begins } = this.flight;
      const share = MathUtils.smoothstep(now - begins, 0, FLIES);
      this.camera.position.lerpVectors(from[0], to[0], share);
      controls.target.lerpVectors(from[1], to[1], share);
      if (share === 1) this.flight = undefined;
      moves = true;
    }
    if (this.falling.length) {
      this.falling = this.falling.filter(({ solid, begins }) => {
        const share = MathUtils.clamp((now - begins) / FALLS, 0, 1);
        this.lift(pieces, solid, FALL * (1 - share * share));
        return share < 1;
      });
      renderer.shadowMap.needsUpdate = true;
      moves = true;
    }
    if (controls.update()) moves = true;
    const fine = Palace3D.able === 2 || this.rests;
    const ratio = fine ? Math.min(devicePixelRatio, 2) : 1;
    if (renderer.getPixelRatio() !== ratio) renderer.setPixelRatio(ratio);
    if (fine && Palace3D.able) (this.composer ??= this.compose(renderer)).render();
    else renderer.render(this.world, this.camera);
    this.names.render(this.world, this.camera);
    this.trial = Math.max(0, this.trial - 1);
    if (moves) return this.draw();
    this.last = 0;
    this.rests = !fine && (Palace3D.able > 0 || devicePixelRatio > 1);
    if (this.rests) this.pause = window.setTimeout(() => this.draw(), REST);
  }

  /** Draw less on a device that is too slow: the middle one of the frames in a row counts. */
  private judge(now: number): void {
    if (this.last && document.visibilityState === "visible") this.frames.push(now - this.last);
    this.last = now;
    if (this.frames.length < SEEN) return;
    const middle = this.frames.sort((one, other) => one - other)[SEEN / 2] as number;
    this.frames = [];
    if (middle > SLOW) Palace3D.able = middle > 4 * SLOW ? 0 : 1;
  }

  private compose(renderer: WebGLRenderer): EffectComposer {
    const composer = new EffectComposer(renderer);
    composer.renderTarget1.samples = composer.renderTarget2.samples = 4;
    const shade = new GTAOPass(this.world, this.camera);
    shade.updateGtaoMaterial({ radius: 22, distanceExponent: 1, thickness: 20, scale: 1.8, samples: 16 });
    shade.updatePdMaterial({ radius: 6, samples: 12, rings: 2 });
    for (const pass of [new RenderPass(this.world, this.camera), shade, new OutputPass()]) composer.addPass(pass);
    return composer;
  }

  /** Send the lit place that is near a tap, else the piece under it, or that none is; one that is seen
   * through is put there by what mends. */
  private pick(event: MouseEvent): void {
    const { left, top, width, height } = this.renderer.domElement.getBoundingClientRect();
    const [across, down] = [(event.clientX - left) / width, (event.clientY - top) / height];
    const at = new Vector2(2 * across - 1, 1 - 2 * down);
    const [scene, , lit] = this.wanted ?? [];
    const near = lit?.find((place) => {
      const { x, y } = this.table.localToWorld(topOf(this.pieces as Pieces, scene as Scene, place)).project(this.camera);
      return Math.hypot((x - at.x) * width, (y - at.y) * height) < 2 * NEAR;
    });
    if (near) return this.send({ do: "tap", name: near.name });
    const ray = new Raycaster();
    ray.setFromCamera(at, this.camera);
    const [hit] = ray.intersectObjects([...this.pools.values()], false);
    const text = (hit?.object as Pool | undefined)?.names[hit?.instanceId ?? -1] ?? "";
    this.send(this.shown.get(text)?.looks === "hint" && this.takes ? this.takes : { do: "look", name: "picked", text });
  }

  dispose(): void {
    this.gone = true;
    cancelAnimationFrame(this.asked);
    clearTimeout(this.pause);
    this.sizes.disconnect();
    this.controls.dispose();
    this.renderer.dispose();
    this.renderer.forceContextLoss();
    this.element.replaceChildren();
  }
}

function drawnBySoftware(renderer: WebGLRenderer): boolean {
  const gl = renderer.getContext();
  const card = gl.getExtension("WEBGL_debug_renderer_info")?.UNMASKED_RENDERER_WEBGL ?? gl.RENDERER;
  return /swiftshader|llvmpipe|software|basic render/i.test(String(gl.getParameter(card)));
}

/** Empty a group, and free what was made for it alone. */
function free(group: Group): void {
  for (const part of group.children) {
    if (!(part instanceof Mesh) || part instanceof Pool) continue;
    part.geometry.dispose();
    part.material.map?.dispose();
    part.material.dispose();
  }
  group.clear();
}

/** Where a piece is, as a text. */
const spot = ({ kind, x, y, level, turned }: Solid): string => `${kind} ${x} ${y} ${level} ${turned}`;
