"""export.py CHECKPOINT OUT.onnx: the network as ONNX, its normalisations folded, its weights in half precision (a runtime widens them when it loads them)."""
import os, sys
import onnx, torch
from onnx import TensorProto, helper, numpy_helper
from net import Net, export

def halve(path):
    model = onnx.load(path); graph = model.graph; casts = []
    for w in list(graph.initializer):
        a = numpy_helper.to_array(w)
        if w.data_type != TensorProto.FLOAT or a.size < 256: continue
        graph.initializer.remove(w); graph.initializer.append(numpy_helper.from_array(a.astype('float16'), w.name + '_half'))
        casts.append(helper.make_node('Cast', [w.name + '_half'], [w.name], to=TensorProto.FLOAT))
    for c in reversed(casts): graph.node.insert(0, c)
    onnx.checker.check_model(model); onnx.save(model, path)

def read(checkpoint):
    net = Net(); net.load_state_dict({k: v.float() if v.is_floating_point() else v for k, v in torch.load(checkpoint, map_location='cpu').items()}); return net.eval()

if __name__ == '__main__':
    checkpoint, path = sys.argv[1:3]; net = read(checkpoint); export(net, path); halve(path)
    print(os.path.getsize(path), 'bytes,', sum(p.numel() for p in net.parameters()), 'parameters')
