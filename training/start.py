"""start.py WEIGHTS_FOLDER OUT.pkl: an exported network (reader.onnx, keys.txt) as train.py's `--start` takes it: convolutions with the normalisations
that were folded into them, in the order of the forward pass, and everything else by name. It reads the file itself: the machine may have no onnx."""
import pickle, sys
import numpy as np

folder, out = sys.argv[1:3]
def fields(data):
    """Of one message: the number of each field, and its value or its bytes."""
    at = 0
    def number():
        nonlocal at; value = shift = 0
        while True:
            byte = data[at]; at += 1; value |= (byte & 127) << shift; shift += 7
            if byte < 128: return value
    while at < len(data):
        tag = number(); kind = tag & 7
        if kind == 0: yield tag >> 3, number()
        else: size = number() if kind == 2 else 8 if kind == 1 else 4; yield tag >> 3, data[at:at + size]; at += size
def all_of(message, wanted): return [v for k, v in fields(message) if k == wanted]
def texts(message, wanted): return [bytes(v).decode() for v in all_of(message, wanted)]
def numbers(message, wanted):
    """Whole numbers, one by one or packed."""
    found = []
    for v in all_of(message, wanted):
        if isinstance(v, int): found.append(v); continue
        value = shift = 0
        for byte in v:
            value |= (byte & 127) << shift; shift += 7
            if byte < 128: found.append(value); value = shift = 0
    return found

graph = all_of(memoryview(open(f'{folder}/reader.onnx', 'rb').read()), 7)[0]; value = {}
for w in all_of(graph, 5):
    kind = numbers(w, 2)[0]; raw = all_of(w, 9)
    if kind in (1, 10) and raw: value[texts(w, 8)[0]] = np.frombuffer(raw[0], np.float32 if kind == 1 else np.float16).astype(np.float32).reshape(numbers(w, 1))
nodes = [(texts(n, 4)[0], texts(n, 1), texts(n, 2)) for n in all_of(graph, 1)]
for op, inputs, outputs in nodes:
    if op == 'Cast' and inputs[0] in value: value[outputs[0]] = value[inputs[0]]
convs, rest = [], {}
for op, inputs, _ in nodes:
    if op != 'Conv': continue
    weight, bias = inputs[1:3]
    if weight.startswith('net.'): rest.update({name[4:]: value[name] for name in (weight, bias)})
    else: convs.append((value[weight], value[bias]))
chars = open(f'{folder}/keys.txt', encoding='utf8').read().rstrip('\n').split('\n')
pickle.dump({'convs': convs, 'rest': rest, 'chars': chars}, open(out, 'wb'))
print(len(convs), 'folded convolutions,', len(rest), 'other values,', len(chars), 'characters; after the head:', [op for op, _, _ in nodes][-4:])
