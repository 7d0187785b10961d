"""export.py CHECKPOINT OUT_FOLDER [TEMPERATURE]: the network as ONNX with its weights in half precision (they are widened when a runtime loads it), and its alphabet."""
import os, sys
import onnx, torch
from onnx import TensorProto, helper, numpy_helper
from alphabet import CHARS, CLASSES
from net import Net, export

checkpoint, folder = sys.argv[1:3]; temperature = float(sys.argv[3]) if len(sys.argv) > 3 else 1.0
net = Net(CLASSES); net.load_state_dict({k: v.float() if v.is_floating_point() else v for k, v in torch.load(checkpoint, map_location='cpu').items()}); net.eval()
path = f'{folder}/reader.onnx'; export(net, path, temperature)
model = onnx.load(path); graph = model.graph; casts = []
for w in list(graph.initializer):
    a = numpy_helper.to_array(w)
    if w.data_type != TensorProto.FLOAT or a.size < 256: continue
    graph.initializer.remove(w); graph.initializer.append(numpy_helper.from_array(a.astype('float16'), w.name + '_half'))
    casts.append(helper.make_node('Cast', [w.name + '_half'], [w.name], to=TensorProto.FLOAT))
for c in reversed(casts): graph.node.insert(0, c)
onnx.checker.check_model(model); onnx.save(model, path)
open(f'{folder}/keys.txt', 'w', encoding='utf8').write('\n'.join(CHARS))
print(os.path.getsize(path), 'bytes,', sum(p.numel() for p in net.parameters()), 'parameters,', CLASSES, 'classes')
