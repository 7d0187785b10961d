"""start.py WEIGHTS_FOLDER OUT.pkl: an exported network (reader.onnx, keys.txt) as train.py's `--start` takes it: convolutions with the normalisations
that were folded into them, in the order of the forward pass, and everything else by name."""
import pickle, sys
import onnx
from onnx import numpy_helper

folder, out = sys.argv[1:3]
graph = onnx.load(f'{folder}/reader.onnx').graph
value = {w.name: numpy_helper.to_array(w) for w in graph.initializer}
for n in graph.node:
    if n.op_type == 'Cast' and n.input[0] in value: value[n.output[0]] = value[n.input[0]]
convs, rest = [], {}
for n in graph.node:
    if n.op_type != 'Conv': continue
    weight, bias = n.input[1], n.input[2]
    if weight.startswith('net.'): rest.update({name[4:]: value[name] for name in (weight, bias)})
    else: convs.append((value[weight], value[bias]))
chars = open(f'{folder}/keys.txt', encoding='utf8').read().rstrip('\n').split('\n')
pickle.dump({'convs': convs, 'rest': rest, 'chars': chars}, open(out, 'wb'))
print(len(convs), 'folded convolutions,', len(rest), 'other values,', len(chars), 'characters; after the head:', [n.op_type for n in graph.node][-4:])
