"""Pages drawn by a headless Chromium, which is spoken to over two pipes: pages(...) gives a picture and every control that is seen in it, page after page.
bundle.sh makes what it reads. CHROMIUM is the program, with its libraries in lib/ beside it where the machine has none."""
import base64, io, json, os, subprocess
import numpy as np
from PIL import Image

class Browser:
    def __init__(self, program):
        ours, theirs = os.pipe(); back, answers = os.pipe(); self.out = os.fdopen(theirs, 'wb'); self.back = os.fdopen(back, 'rb', 1 << 20); self.count = 0; self.left = b''
        def wires(): os.dup2(ours, 103); os.dup2(answers, 104); os.dup2(103, 3); os.dup2(104, 4)
        lib = os.path.join(os.path.dirname(program), 'lib'); env = dict(os.environ); env.pop('DISPLAY', None)
        if os.path.isdir(lib): env['LD_LIBRARY_PATH'] = lib
        self.process = subprocess.Popen([program, '--headless', '--no-sandbox', '--disable-gpu', '--force-color-profile=srgb', '--hide-scrollbars', '--disable-dev-shm-usage', '--remote-debugging-pipe', '--no-first-run'], preexec_fn=wires, pass_fds=(3, 4), env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(ours); os.close(answers)
    def read(self):
        while b'\0' not in self.left:
            more = self.back.read1(1 << 22)
            if not more: raise EOFError('the browser is gone')
            self.left += more
        message, self.left = self.left.split(b'\0', 1); return json.loads(message)
    def call(self, method, session=None, **params):
        self.count += 1; message = dict(id=self.count, method=method, params=params)
        if session: message['sessionId'] = session
        self.out.write(json.dumps(message).encode() + b'\0'); self.out.flush()
        while True:
            answer = self.read()
            if answer.get('id') == self.count:
                if 'error' in answer: raise RuntimeError(method + ': ' + answer['error']['message'])
                return answer['result']
    def tab(self):
        target = self.call('Target.createTarget', url='about:blank')['targetId']; return self.call('Target.attachToTarget', targetId=target, flatten=True)['sessionId']
    def run(self, session, script):
        answer = self.call('Runtime.evaluate', session, expression=script, awaitPromise=True, returnByValue=True)
        if 'exceptionDetails' in answer: raise RuntimeError(json.dumps(answer['exceptionDetails'])[:400])
        return answer['result'].get('value')
    def picture(self, session):
        return np.asarray(Image.open(io.BytesIO(base64.b64decode(self.call('Page.captureScreenshot', session, format='png', optimizeForSpeed=True)['data']))).convert('RGB'))
    def close(self): self.process.kill(); self.process.wait()

def judge(before, after, truths, scale):
    """A state that changes no pixel of its control is none."""
    pad = round(4 * scale)
    for t in truths:
        if not (t.get('disabled') or t.get('focused')): continue
        x0, y0, x1, y1 = (int(v) for v in t['box']); cut = (slice(max(0, y0 - pad), y1 + pad + 1), slice(max(0, x0 - pad), x1 + pad + 1))
        if (np.abs(before[cut].astype(np.int16) - after[cut]).max(2) > 12).sum() < 6: t['disabled'] = t['focused'] = False
    return truths

def pages(program, folder, name, seeds, look_alikes=lambda seed: False):
    """(seed, picture, truths) for each seed; a browser that fails is started again. `look_alikes` says which pages have them."""
    script = open(f'{folder}/pages.js').read(); assets = open(f'{folder}/{name}.json').read(); browser = None; held = 'true' if name == 'held' else 'false'
    for number, seed in enumerate(seeds):
        try:
            if browser is None or number % 400 == 399:
                if browser: browser.close()
                browser = Browser(program); maker = browser.tab(); browser.run(maker, script + f'\nglobalThis.drawing = drawing; globalThis.assets = {assets}; 0'); texts = browser.run(maker, '({ ready: drawing.readyInPage, truths: drawing.truthsInPage })')
                tab = browser.tab(); browser.call('Page.enable', tab); frame = browser.call('Page.getFrameTree', tab)['frameTree']['frame']['id']
            page = browser.run(maker, f'drawing.pageOf({seed}, {held}, assets, {{ lookAlikes: {str(look_alikes(seed)).lower()} }})')
            browser.call('Emulation.setDeviceMetricsOverride', tab, width=page['width'], height=page['height'], deviceScaleFactor=page['scale'], mobile=False)
            browser.call('Page.setDocumentContent', tab, frameId=frame, html=page['html']); browser.run(tab, 'document.body.offsetWidth; ' + texts['ready'])
            before = browser.picture(tab); truths = browser.run(tab, texts['truths']); after = browser.picture(tab)
            yield seed, after, judge(before, after, truths, page['scale'])
        except Exception as error:
            print(name, seed, repr(error)[:300], flush=True)
            if browser: browser.close()
            browser = None

if __name__ == '__main__':
    import sys, time
    program, folder, name, first, count, out = sys.argv[1:7]; os.makedirs(out, exist_ok=True); began = time.time()
    for seed, picture, truths in pages(program, folder, name, range(int(first), int(first) + int(count))):
        Image.fromarray(picture).save(f'{out}/{name}-{seed}.png'); json.dump(truths, open(f'{out}/{name}-{seed}.json', 'w'))
    print((time.time() - began) / int(count), 'seconds a page')
