// The palace in 3D: GLB layers that replace each other, drawn only when something changes.
import { THREE, GLTFLoader, OrbitControls } from "nicegui-scene";

const FIELD = 30; // vertical angle of view, degrees
const SHARPEST = 2; // device pixels for each CSS pixel, at most
const MOVED = 6; // CSS pixels from which on a touch turns the model and picks nothing

const LAYERS = ["table", "palace", "draft", "mark"];

export default {
  template: '<div class="model" role="img" :aria-label="label"></div>',
  props: { label: String, table: String, palace: String, draft: String, mark: String },
  emits: ["pick"],
  watch: Object.fromEntries(LAYERS.map((name) => [name, function (url) { this.show(name, url); }])),
  mounted() {
    this.layers = {};
    this.asked = {};
    this.turned = false;
    try {
      this.renderer = new THREE.WebGLRenderer({ antialias: true, alpha: true });
    } catch {
      this.$el.textContent = "no 3D";
      return;
    }
    const renderer = this.renderer;
    renderer.setPixelRatio(Math.min(devicePixelRatio, SHARPEST));
    renderer.shadowMap.enabled = true;
    renderer.shadowMap.type = THREE.PCFSoftShadowMap;
    renderer.shadowMap.autoUpdate = false;
    this.$el.appendChild(renderer.domElement);
    this.scene = new THREE.Scene();
    this.scene.add(new THREE.HemisphereLight(0xffffff, 0xb8b4aa, 1.9));
    this.sun = new THREE.DirectionalLight(0xfff6e6, 1.9);
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(1024, 1024);
    this.sun.shadow.bias = -0.0004;
    this.sun.shadow.normalBias = 0.0006;
    this.scene.add(this.sun, this.sun.target);
    this.camera = new THREE.PerspectiveCamera(FIELD, 1, 0.01, 10);
    this.controls = new OrbitControls(this.camera, renderer.domElement);
    this.controls.enablePan = false;
    this.controls.maxPolarAngle = 1.5;
    this.controls.addEventListener("start", () => (this.turned = true));
    this.controls.addEventListener("change", () => this.draw());
    this.resizer = new ResizeObserver(() => this.resize());
    this.resizer.observe(this.$el);
    const canvas = renderer.domElement;
    canvas.addEventListener("pointerdown", (e) => (this.down = [e.clientX, e.clientY]));
    canvas.addEventListener("click", (e) => this.pick(e));
    canvas.addEventListener("dblclick", () => {
      this.turned = false;
      this.fit();
    });
    this.resize();
    LAYERS.forEach((name) => this.show(name, this[name]));
  },
  beforeUnmount() {
    this.resizer?.disconnect();
    Object.keys(this.layers).forEach((name) => this.remove(name));
    this.controls?.dispose();
    this.renderer?.dispose();
  },
  methods: {
    // Show the GLB of a URL as a layer in place of what the layer shows; nothing for an empty URL.
    async show(name, url) {
      if (!this.renderer || this.asked[name] === url) return;
      this.asked[name] = url;
      if (!url) {
        this.remove(name);
        return this.draw(true);
      }
      const { scene } = await new GLTFLoader().loadAsync(url);
      if (this.asked[name] !== url) return this.free(scene);
      this.remove(name);
      this.layers[name] = scene;
      scene.traverse((part) => {
        if (!part.isMesh) return;
        part.castShadow = name === "palace" || (name === "draft" && !part.material.transparent);
        part.receiveShadow = name !== "mark";
      });
      this.scene.add(scene);
      if (!this.turned) this.fit();
      this.draw(true);
      this.$el.dataset[name] = url;
    },
    remove(name) {
      const old = this.layers[name];
      delete this.layers[name];
      delete this.$el.dataset[name];
      if (old) this.free(old.removeFromParent());
    },
    free(scene) {
      scene.traverse((part) => {
        part.geometry?.dispose();
        part.material?.dispose();
      });
    },
    resize() {
      const { clientWidth: wide, clientHeight: high } = this.$el;
      if (!wide || !high) return;
      this.renderer.setSize(wide, high);
      this.camera.aspect = wide / high;
      this.camera.updateProjectionMatrix();
      if (!this.turned) this.fit();
      this.draw();
    },
    // Place the camera so that every corner of the table and the palace is just in the picture.
    fit() {
      const box = new THREE.Box3();
      for (const name of ["table", "palace", "draft"]) {
        if (this.layers[name]) box.expandByObject(this.layers[name]);
      }
      if (box.isEmpty()) return;
      const middle = box.getCenter(new THREE.Vector3());
      const size = box.getSize(new THREE.Vector3()).length();
      const tall = this.camera.aspect < 1;
      const rise = ((tall ? 48 : 34) * Math.PI) / 180;
      const turn = ((tall ? -8 : -24) * Math.PI) / 180;
      const ahead = new THREE.Vector3(
        -Math.sin(turn) * Math.cos(rise),
        -Math.sin(rise),
        -Math.cos(turn) * Math.cos(rise),
      );
      const right = new THREE.Vector3().crossVectors(ahead, this.camera.up).normalize();
      const up = new THREE.Vector3().crossVectors(right, ahead);
      const high = Math.tan((FIELD * Math.PI) / 360);
      const wide = high * this.camera.aspect;
      // Four planes hold the picture; the camera is where opposite ones meet, as near as it can be.
      const edges = { right: -Infinity, left: -Infinity, up: -Infinity, down: -Infinity };
      for (const point of this.corners()) {
        point.sub(middle);
        const [x, y, z] = [point.dot(right), point.dot(up), point.dot(ahead)];
        edges.right = Math.max(edges.right, x - z * wide);
        edges.left = Math.max(edges.left, -x - z * wide);
        edges.up = Math.max(edges.up, y - z * high);
        edges.down = Math.max(edges.down, -y - z * high);
      }
      const far = Math.max((edges.right + edges.left) / wide, (edges.up + edges.down) / high) / 2;
      middle.addScaledVector(right, (edges.right - edges.left) / 2);
      middle.addScaledVector(up, (edges.up - edges.down) / 2);
      this.camera.position.copy(middle).addScaledVector(ahead, -far * 1.02);
      this.controls.target.copy(middle);
      this.controls.minDistance = size / 10;
      this.controls.maxDistance = size * 2;
      this.controls.update();
      this.sun.target.position.copy(middle);
      this.sun.position.copy(middle).add(new THREE.Vector3(-0.5, 1.4, 0.55).multiplyScalar(size));
      const shadow = this.sun.shadow.camera;
      shadow.left = shadow.bottom = -size / 2;
      shadow.right = shadow.top = size / 2;
      shadow.near = size / 10;
      shadow.far = size * 3;
      shadow.updateProjectionMatrix();
      this.draw(true);
    },
    // The corners of boxes around every part of the table and the palace.
    corners() {
      const found = [];
      for (const name of ["table", "palace", "draft"]) {
        this.layers[name]?.updateWorldMatrix(true, true);
        this.layers[name]?.traverse((part) => {
          if (!part.isMesh) return;
          part.geometry.computeBoundingBox();
          const { min, max } = part.geometry.boundingBox;
          for (const x of [min.x, max.x])
            for (const y of [min.y, max.y])
              for (const z of [min.z, max.z])
                found.push(new THREE.Vector3(x, y, z).applyMatrix4(part.matrixWorld));
        });
      }
      return found;
    },
    draw(changed) {
      if (changed) this.renderer.shadowMap.needsUpdate = true;
      if (this.waiting) return;
      this.waiting = true;
      requestAnimationFrame(() => {
        this.waiting = false;
        this.renderer.render(this.scene, this.camera);
      });
    },
    // Tell what is known of the piece under a tap.
    pick(event) {
      const [x, y] = this.down ?? [event.clientX, event.clientY];
      if (Math.hypot(event.clientX - x, event.clientY - y) > MOVED) return;
      const frame = this.renderer.domElement.getBoundingClientRect();
      const point = new THREE.Vector2(
        ((event.clientX - frame.left) / frame.width) * 2 - 1,
        1 - ((event.clientY - frame.top) / frame.height) * 2,
      );
      const ray = new THREE.Raycaster();
      ray.setFromCamera(point, this.camera);
      const [hit] = ray.intersectObjects(this.scene.children, true);
      let part = hit?.object;
      while (part && part.userData.kind === undefined) part = part.parent;
      this.$emit("pick", part ? part.userData : null);
    },
  },
};
