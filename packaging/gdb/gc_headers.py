# gdb shows ids, handles and views of the gc headers in words:
#   (gdb) source packaging/gdb/gc_headers.py
#   (gdb) print id
#   $1 = entity 12, generation 3
import gdb
import gdb.printing

TEMPORARY = 1 << 31    # a generation recorded by commands, with ids of 64 bits


class Handle:
    """A slot and its generation, both numbers."""

    def __init__(self, value, word, temporary=False):
        self.value, self.word, self.temporary = value, word, temporary

    def to_string(self):
        slot, generation = int(self.value["slot"]), int(self.value["generation"])
        if slot == 0 and generation == 0:
            return "no " + self.word
        if self.temporary and generation & TEMPORARY:
            return "temporary %s %d" % (self.word, slot)
        return "%s %d, generation %d" % (self.word, slot, generation)


class Type:
    def __init__(self, value):
        self.value = value

    def to_string(self):
        index = int(self.value["index"])
        return "type %d" % index if index else "no type"


class View:
    """A chunk of a walk: how many matches, and of which columns."""

    def __init__(self, value):
        self.value = value

    def to_string(self):
        columns = self.value["columns"]
        used = [i for i in range(columns.type.range()[1] + 1) if int(columns[i])]
        packed = all(not int(self.value["rows"][i]) for i in used)
        text = "%d matches, %d columns, %s" % (int(self.value["count"]), len(used),
                                               "packed" if packed else "scattered")
        error = int(self.value["error"])
        return text + (", error %d" % error if error else "")


printers = gdb.printing.RegexpCollectionPrettyPrinter("gc_headers")
printers.add_printer("entity", "^gc_sparse_id$", lambda value: Handle(value, "entity", True))
printers.add_printer("type", "^gc_sparse_type$", Type)
printers.add_printer("view", "^gc_sparse_view$", View)
printers.add_printer("download", "^gc_fetch_id$", lambda value: Handle(value, "request"))
printers.add_printer("file", "^gc_writer_file$", lambda value: Handle(value, "file"))
gdb.printing.register_pretty_printer(gdb.current_objfile(), printers, replace=True)
